import { join } from 'node:path';
import { compileFixtures } from '../transports/support/compile.js';
import { expectToWithstand } from './support/campaign.js';
import { inTime } from './support/in-time.js';
import { PostClient } from './support/post-client.js';
import { Random } from './support/random.js';
import { leave, sendRaw } from './support/raw-client.js';
import { rawMutant, STALLED, type RawMutant } from './support/raw-operators.js';
import { Tally } from './support/tally.js';
import { Target } from './support/target.js';

const VALID = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  authorization: 'Bearer right',
};
const PING = Buffer.from('{"jsonrpc":"2.0","id":"well","method":"ping"}');

/** URIs that fit none of the templates, and of which almost every part fits almost everywhere. */
const NEARLY = [
  `report://${'-'.repeat(8_000)}/`,
  `tree://${'/a'.repeat(2_000)}${'.a'.repeat(2_000)}?`,
  `way://start${'/a-end'.repeat(1_300)}?`,
];

describe.each(['express', 'fastify'])('Hostile input over HTTP on %s', (platform) => {
  const fixtures = compileFixtures(`hostile-${platform}`, 'hostile');
  let target: Target;
  let client: PostClient;
  let port: number;
  let tally: Tally;

  beforeAll(async () => {
    target = new Target(join(fixtures.folder, 'http.js'), [platform]);
    ({ port } = await target.next<{ port: number }>());
    client = new PostClient(port);
  });
  beforeEach(() => (tally = new Tally()));
  afterEach(() => tally.print(platform));
  afterAll(() => {
    client.close();
    target.kill();
    fixtures.remove();
  });

  const expectWell = async () => {
    expect(await client.post(VALID, PING)).toMatchObject({ status: 200, id: 'well' });
  };
  const expectAnswers = async (mutants: readonly RawMutant[]) => {
    const open = new Set(mutants);
    await inTime(
      Promise.all(
        mutants.map(async (one) => {
          tally.check(one.what, one.pieces.join(''), one.expected, await sendRaw(port, one));
          open.delete(one);
        }),
      ),
      () => [...open],
    );
    await expectWell();
  };

  it('each of 10,000 mutants gets the answer that it must get', async () => {
    await expectToWithstand(
      'http',
      target,
      tally,
      async (mutants, open) => {
        await Promise.all(
          mutants.map(async ({ what, headers, body, expected }) => {
            open.add(what);
            tally.check(what, body, expected, await client.post(headers, body));
            open.delete(what);
          }),
        );
      },
      expectWell,
    );
  });

  it('a URI that nearly fits a template in very many ways holds nobody up', async () => {
    for (const [id, uri] of NEARLY.entries()) {
      const read = { jsonrpc: '2.0', id, method: 'resources/read', params: { uri } };
      const answer = client.post(VALID, Buffer.from(JSON.stringify(read)));
      await inTime(answer, () => uri.slice(0, 20));
      expect(await answer).toMatchObject({ outcome: 'MCP_RESOURCE_NOT_FOUND', id });
    }
    await expectWell();
  });

  it('bytes that are hardly HTTP get an answer, or none, and harm nobody', async () => {
    const random = new Random(1);
    for (let round = 0; round < 40; round++) {
      await expectAnswers(Array.from({ length: 20 }, () => rawMutant(random)));
    }
    expect(tally.wrong).toEqual({});
  });

  it('who stalls in the middle of a body is answered when its time is up', async () => {
    await expectAnswers(Array.from({ length: 20 }, () => STALLED));
    expect(tally.wrong).toEqual({});
  });

  it('who leaves in the middle of a body leaves nothing behind', async () => {
    const { heap: start } = await target.report();
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 20 }, () => leave(port, STALLED)));
      await expectWell();
    }
    expect((await target.report()).heap - start).toBeLessThan(2 * 1024 * 1024);
  });

  it('and the process ends in order, without a complaint but the masked errors', async () => {
    client.close();
    expect(await target.end('signal')).toBe(null);
    expect(target.complaints).not.toMatch(/unhandled|warning|uncaught/i);
  });
});
