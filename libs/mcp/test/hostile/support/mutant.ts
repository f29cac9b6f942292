import { CALL_OPERATORS } from './call-operators.js';
import { draft, mirror, type Draft, type Operator, type Wire } from './draft.js';
import { HEADER_OPERATORS } from './header-operators.js';
import { MIRROR_OPERATORS } from './mirror-operators.js';
import type { Random } from './random.js';
import { SHAPE_OPERATORS } from './shape-operators.js';
import { respelt, TEXT_OPERATORS } from './text-operators.js';
import type { Verdict } from './verdict.js';

const OF_HEADERS = [...HEADER_OPERATORS, ...MIRROR_OPERATORS];

/** A message that something was done to, ready to be sent. */
export interface Mutant {
  /** What was done. */
  readonly what: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly expected: Verdict;
}

/** The mutant number `id` of its seed: other than the valid message in one respect. */
export function mutant(random: Random, id: number, wire: Wire): Mutant {
  const made = draft(random, id, wire);
  const kinds = wire === 'http' ? 4 : 3;
  switch (random.below(kinds)) {
    case 0:
      return mutateText(made, random);
    case 1:
      return mutate(made, SHAPE_OPERATORS, random);
    case 2:
      return mutate(made, made.isCall ? CALL_OPERATORS : SHAPE_OPERATORS, random);
    default:
      return mutate(made, OF_HEADERS, random);
  }
}

function mutateText(made: Draft, random: Random): Mutant {
  mirror(made);
  const fitting = TEXT_OPERATORS.filter((one) => made.wire !== 'websocket' || !one.breaksFrames);
  const { what, apply } = random.pick(fitting);
  const text = { ...made, json: JSON.stringify(made.message) };
  const [body, expected] = apply(text, random);
  return { what, body, headers: made.headers, expected };
}

function mutate(made: Draft, operators: readonly Operator[], random: Random): Mutant {
  const fitting = operators.filter(({ fits }) => fits?.(made) ?? true);
  const { what, apply } = random.pick(fitting);
  // Headers that are to differ from the message differ from what it would have said.
  mirror(made);
  const isOfHeaders = operators === OF_HEADERS;
  const expected = apply(made, random);
  if (!isOfHeaders) mirror(made);
  const json = JSON.stringify(made.message);
  // Another spelling of the same JSON changes nothing, whatever else was done.
  const body = Buffer.from(random.chance(0.3) ? respelt(json, random) : json, 'utf8');
  return { what, body, headers: made.headers, expected };
}
