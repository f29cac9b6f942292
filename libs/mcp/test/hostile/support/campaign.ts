import { inTime } from './in-time.js';
import { mutant, type Mutant } from './mutant.js';
import { Random } from './random.js';
import type { Tally } from './tally.js';
import type { Target } from './target.js';
import type { Wire } from './draft.js';

const SEED = 20_260_728;
const MUTANTS = 10_000;
const AT_ONCE = 50;
/** The first rounds compile and fill caches and pools: the start of the memory is behind them. */
const WARM_UP = 2_000;
/** What the collector's own state differs by between two readings, and no 8,000 mutants. */
const HEADROOM = 4 * 1024 * 1024;

/** Sends 10,000 mutants in rounds; behind each a valid call must be answered as ever. */
export async function expectToWithstand(
  wire: Wire,
  target: Target,
  tally: Tally,
  sendRound: (mutants: readonly Mutant[], sent: Set<string>) => Promise<void>,
  sendValid: () => Promise<void>,
): Promise<void> {
  const random = new Random(SEED);
  let start: number | undefined;
  for (let first = 1; first <= MUTANTS; first += AT_ONCE) {
    const round = Array.from({ length: AT_ONCE }, (_, at) => mutant(random, first + at, wire));
    const open = new Set<string>();
    await inTime(sendRound(round, open), () => [...open]);
    await inTime(sendValid(), () => 'the valid call');
    if (first + AT_ONCE > WARM_UP) start ??= (await target.report()).heap;
  }
  const { heap, polluted, warnings } = await target.report();
  tally.note = `heap ${start} → ${heap}`;
  expect(tally.wrong).toEqual({});
  expect(tally.count).toBe(MUTANTS);
  expect({ polluted, warnings }).toEqual({ polluted: [], warnings: [] });
  expect(heap - (start ?? 0)).toBeLessThan(HEADROOM);
}
