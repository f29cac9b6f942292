import { expectToWithstand } from './campaign.js';
import type { Wire } from './draft.js';
import type { Mutant } from './mutant.js';
import { Tally } from './tally.js';
import type { Target } from './target.js';
import { outcomeOf } from './verdict.js';

/** A way to a server on which many messages are under way at once. */
export abstract class Channel {
  readonly #answers: string[] = [];
  #wake = (): void => {};

  abstract send(messages: readonly (string | Buffer)[]): void;

  protected received(answers: readonly string[]): void {
    this.#answers.push(...answers);
    this.#wake();
  }

  /** The next answer, whenever it comes. */
  async next(): Promise<string> {
    while (this.#answers.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#answers.shift() ?? '';
  }

  async call(id: unknown, method: string, params: object = {}): Promise<object> {
    this.send([JSON.stringify({ jsonrpc: '2.0', id, method, params })]);
    return JSON.parse(await this.next()) as object;
  }

  /** Answers that have come and that nobody has asked for. */
  get unread(): readonly string[] {
    return this.#answers;
  }
}

/** A valid message gets its answer, and nothing has come that nobody waits for. */
export async function expectWell(channel: Channel): Promise<void> {
  expect(await channel.call('well', 'ping')).toEqual({ jsonrpc: '2.0', id: 'well', result: {} });
  expect(channel.unread).toEqual([]);
}

/** Opens the handshake era and sends 10,000 mutants, which may then be of either era. */
export async function expectChannelToWithstand(
  wire: Wire,
  target: Target,
  channel: Channel,
): Promise<void> {
  const clientInfo = { name: 'hostile', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  expect(await channel.call('hello', 'initialize', params)).toMatchObject({ id: 'hello' });
  const tally = new Tally();
  const sendRound = (mutants: readonly Mutant[], open: Set<string>): Promise<void> =>
    ask(channel, tally, mutants, open);
  await expectToWithstand(wire, target, tally, sendRound, () => expectWell(channel));
  tally.print(wire);
}

/** Answers come as they are ready: told apart by id, and where there is none by their kind. */
async function ask(
  channel: Channel,
  tally: Tally,
  mutants: readonly Mutant[],
  open: Set<string>,
): Promise<void> {
  const waiting = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const { what, body, expected } = mutant;
    if (expected.outcome === 'silence') {
      // That nothing came is seen at the valid message behind the round.
      tally.check(what, body, expected, { outcome: 'silence', text: '' });
      continue;
    }
    const key = keyOf(expected);
    waiting.set(key, [...(waiting.get(key) ?? []), mutant]);
    open.add(`${what} ${key}`);
  }
  channel.send(mutants.map(({ body }) => body));
  for (let left = [...waiting.values()].flat().length; left > 0; left--) {
    const text = await channel.next();
    const answer = { ...outcomeOf(JSON.parse(text)), text };
    const key = keyOf(answer);
    const { what, body, expected } = waiting.get(key)?.shift() ?? stray(text);
    tally.check(what, body, expected, answer);
    open.delete(`${what} ${key}`);
  }
}

function keyOf({ outcome, id }: { outcome: string; id?: unknown }): string {
  return id === null ? outcome : JSON.stringify(id);
}

function stray(text: string): never {
  throw new Error(`Nobody waits for ${text}`);
}
