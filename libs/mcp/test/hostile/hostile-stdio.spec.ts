import { join } from 'node:path';
import { compileFixtures } from '../transports/support/compile.js';
import { expectToWithstand } from './support/campaign.js';
import { inTime } from './support/in-time.js';
import { LineClient } from './support/line-client.js';
import type { Mutant } from './support/mutant.js';
import { Random } from './support/random.js';
import { Tally } from './support/tally.js';
import { Target } from './support/target.js';
import { outcomeOf } from './support/verdict.js';

const HELLO = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'h', version: '1' },
  },
};
/** Bytes of one line, by default. */
const LINE_LIMIT = 10 * 1024 * 1024;

describe('Hostile input over stdio', () => {
  const fixtures = compileFixtures('hostile-stdio', 'hostile');
  const target = new Target(join(fixtures.folder, 'stdio.js'));
  const client = new LineClient(target);
  const random = new Random(7);

  beforeAll(async () => {
    client.write(`${JSON.stringify(HELLO)}\n`);
    await client.next();
  });
  afterAll(() => {
    target.kill();
    fixtures.remove();
  });

  const call = (id: unknown, name: string) =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
  const expectWell = async () => {
    client.write('{"jsonrpc":"2.0","id":"well","method":"ping"}\n');
    expect(await client.next()).toBe('{"jsonrpc":"2.0","id":"well","result":{}}');
    expect(client.unread).toEqual([]);
  };

  /** One stream of bytes, cut wherever it happens, in the middle of characters too. */
  const write = (lines: readonly Buffer[]) => {
    const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
    for (let at = 0; at < bytes.length;) {
      const end = at + 1 + random.below(4000);
      client.write(bytes.subarray(at, end));
      at = end;
    }
  };

  /** Answers come as they are ready: told apart by id, and where there is none by their kind. */
  const sendRound = async (tally: Tally, mutants: readonly Mutant[], open: Set<string>) => {
    const waiting = new Map<string, Mutant[]>();
    for (const mutant of mutants) {
      const { what, body, expected } = mutant;
      if (expected.outcome === 'silence') {
        // That nothing came is seen at the valid call behind the round.
        tally.check(what, body, expected, { outcome: 'silence', text: '' });
        continue;
      }
      const key = keyOf(expected);
      waiting.set(key, [...(waiting.get(key) ?? []), mutant]);
      open.add(`${what} ${key}`);
    }
    write(mutants.map(({ body }) => body));
    for (let left = [...waiting.values()].flat().length; left > 0; left--) {
      const text = await client.next();
      const answer = { ...outcomeOf(JSON.parse(text)), text };
      const key = keyOf(answer);
      const { what, body, expected } = waiting.get(key)?.shift() ?? stray(text);
      tally.check(what, body, expected, answer);
      open.delete(`${what} ${key}`);
    }
  };

  it('each of 10,000 mutants gets the answer that it must get', async () => {
    const tally = new Tally();
    await expectToWithstand(
      'stdio',
      target,
      tally,
      (...round) => sendRound(tally, ...round),
      expectWell,
    );
    tally.print('stdio');
  });

  it('an id that is under way is refused as often as it comes, and the first call goes on', async () => {
    client.write(`${call('twice', 'probe_hold')}\n`);
    for (let time = 0; time < 200; time++) client.write(`${call('twice', 'orders_create')}\n`);
    for (let time = 0; time < 200; time++) {
      const answer = outcomeOf(JSON.parse(await client.next()));
      expect(answer).toEqual({ outcome: 'MCP_INVALID_REQUEST', id: 'twice' });
    }
    client.write(`${call('free', 'probe_free')}\n`);
    const answers = [await client.next(), await client.next()];
    const outcomes = answers.map((answer) => outcomeOf(JSON.parse(answer)));
    expect(outcomes).toEqual(
      expect.arrayContaining([
        { outcome: 'result', id: 'twice' },
        { outcome: 'result', id: 'free' },
      ]),
    );
    await expectWell();
  });

  it('lines past the limit are refused once each, and their memory is let go', async () => {
    const { heap: start } = await target.report();
    const block = Buffer.alloc(1024 * 1024, 0x5b);
    for (let line = 0; line < 3; line++) {
      for (let written = 0; written <= LINE_LIMIT; written += block.length) client.write(block);
      client.write('\n');
      await inTime(
        client.next().then((text) => expect(text).toContain('MCP_TOO_LARGE')),
        () => 'a line that is too long',
      );
      await expectWell();
    }
    expect((await target.report()).heap - start).toBeLessThan(2 * 1024 * 1024);
  });

  it('and the process ends in order, with half a line in its ear', async () => {
    client.write('{"jsonrpc":"2.0","id":1,"meth');
    expect(await target.end('input')).toBe(0);
    expect(outcomeOf(JSON.parse(await client.next()))).toEqual({ outcome: 'MCP_PARSE', id: null });
    expect(target.complaints).not.toMatch(/unhandled|warning|uncaught/i);
  });
});

function keyOf({ outcome, id }: { outcome: string; id?: unknown }): string {
  return id === null ? outcome : JSON.stringify(id);
}

function stray(text: string): never {
  throw new Error(`Nobody waits for ${text}`);
}
