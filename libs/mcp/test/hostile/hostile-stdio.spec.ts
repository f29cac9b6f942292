import { join } from 'node:path';
import { compileFixtures } from '../transports/support/compile.js';
import { expectChannelToWithstand, expectWell } from './support/channel.js';
import { inTime } from './support/in-time.js';
import { LineChannel } from './support/line-channel.js';
import { Target } from './support/target.js';
import { outcomeOf } from './support/verdict.js';

/** Bytes of one line, by default. */
const LINE_LIMIT = 10 * 1024 * 1024;

describe('Hostile input over stdio', () => {
  const fixtures = compileFixtures('hostile-stdio', 'hostile');
  const target = new Target(join(fixtures.folder, 'stdio.js'));
  const channel = new LineChannel(target);

  afterAll(() => {
    target.kill();
    fixtures.remove();
  });

  it('each of 10,000 mutants gets the answer that it must get', async () => {
    await expectChannelToWithstand('stdio', target, channel);
    await expectWell(channel);
  });

  it('an id that is under way is refused as often as it comes, and the first call goes on', async () => {
    const call = (id: string, name: string) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
    const again = Array.from({ length: 200 }, () => call('twice', 'orders_create'));
    channel.send([call('twice', 'probe_hold'), ...again]);
    for (const _ of again) {
      const answer = outcomeOf(JSON.parse(await channel.next()));
      expect(answer).toEqual({ outcome: 'MCP_INVALID_REQUEST', id: 'twice' });
    }
    channel.send([call('free', 'probe_free')]);
    const answers = [await channel.next(), await channel.next()];
    const outcomes = answers.map((answer) => outcomeOf(JSON.parse(answer)));
    expect(outcomes).toEqual(
      expect.arrayContaining([
        { outcome: 'result', id: 'twice' },
        { outcome: 'result', id: 'free' },
      ]),
    );
    await expectWell(channel);
  });

  it('lines past the limit are refused once each, and their memory is let go', async () => {
    const { heap: start } = await target.report();
    const block = Buffer.alloc(1024 * 1024, 0x5b);
    for (let line = 0; line < 3; line++) {
      for (let written = 0; written <= LINE_LIMIT; written += block.length) channel.write(block);
      channel.write('\n');
      await inTime(
        channel.next().then((text) => expect(text).toContain('MCP_TOO_LARGE')),
        () => 'a line that is too long',
      );
      await expectWell(channel);
    }
    expect((await target.report()).heap - start).toBeLessThan(2 * 1024 * 1024);
  });

  it('and the process ends in order, with half a line in its ear', async () => {
    channel.write('{"jsonrpc":"2.0","id":1,"meth');
    expect(await target.end('input')).toBe(0);
    expect(outcomeOf(JSON.parse(await channel.next()))).toEqual({ outcome: 'MCP_PARSE', id: null });
    expect(target.complaints).not.toMatch(/unhandled|warning|uncaught/i);
  });
});
