import { LinePeer } from '../lib/line-peer.mjs';
import { throughput } from '../lib/goal.mjs';
import { TOOLS } from '../lib/contenders.mjs';
import { summary } from '../lib/statistics.mjs';

export const title = 'Calls over stdio, through a pipe';

const SERVERS = { toolport: 'Toolport', 'sdk-v2': 'official SDK v2' };
/** Calls under way at once. */
const WINDOW = 16;

export async function run({ rounds, seconds, warmUp, node }) {
  const measured = {};
  for (const era of ['legacy', 'modern']) Object.assign(measured, await sideBySide(era));
  const columns = ['', 'calls/s', 'min to max'];
  const rows = Object.values(measured).map(({ title: name, perSecond: { median, min, max } }) => [
    name,
    median.toFixed(0),
    `${min.toFixed(0)} to ${max.toFixed(0)}`,
  ]);
  const bars = Object.entries(measured).map(([key, { title: name, perSecond }]) => ({
    title: name,
    value: perSecond.median,
    ours: key.startsWith('toolport'),
  }));
  const goals = ['legacy', 'modern'].map((era) =>
    throughput(measured, `toolport/${era}`, `sdk-v2/${era}`, 3),
  );
  return {
    columns,
    rows,
    chart: { kind: 'bars', unit: 'calls per second', bars },
    goals,
    measured,
  };

  async function sideBySide(era) {
    const peers = await Promise.all(
      Object.keys(SERVERS).map(async (name) => ({
        name,
        peer: await LinePeer.start(`stdio-${name}`, era, node),
        taken: [],
      })),
    );
    for (const { peer } of peers) await load(peer, warmUp);
    for (let round = 0; round < rounds; round += 1) {
      for (const { peer, taken } of peers) taken.push(await load(peer, seconds));
    }
    await Promise.all(peers.map(({ peer }) => peer.stop()));
    return Object.fromEntries(
      peers.map(({ name, taken }) => [
        `${name}/${era}`,
        {
          title: `${SERVERS[name]}, ${era === 'modern' ? '2026-07-28' : '2025-11-25'}`,
          perSecond: summary(taken),
        },
      ]),
    );
  }
}

/** Calls per second, with always as many under way. */
async function load(peer, seconds) {
  const { args, expected } = TOOLS.orders_create;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let answered = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const line = await peer.request('tools/call', { name: 'orders_create', arguments: args });
      if (!line.includes(expected)) throw new Error(`wrong answer: ${line}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: WINDOW }, caller));
  return answered / ((performance.now() - begun) / 1000);
}
