import { TOOLS } from '../lib/contenders.mjs';
import { throughput } from '../lib/goal.mjs';
import { LinePeer } from '../lib/line-peer.mjs';
import { count } from '../lib/load-table.mjs';
import { mcpMessage } from '../lib/requests.mjs';
import { summaries } from '../lib/statistics.mjs';

export const title = 'Calls over stdio, through a pipe';

const SERVERS = {
  toolport: 'Toolport, `ValidationPipe`',
  'toolport-zod': 'Toolport, zod',
  'sdk-v2': 'official SDK v2, zod',
};
const ERAS = { legacy: '2025-11-25', modern: '2026-07-28' };
/** Calls under way at once: so many that the server never waits for the client. */
const WINDOW = 64;

export async function run(settings) {
  const measured = {};
  for (const era of Object.keys(ERAS)) Object.assign(measured, await sideBySide(era, settings));
  const all = Object.values(measured);
  // A foreign process's CPU time is known on Linux alone.
  const withCpu = all.every(({ cpu }) => !Number.isNaN(cpu.median));
  const rows = all.map(({ title: name, perSecond: { median, min, max }, cpu }) => [
    name,
    count(median),
    `${count(min)} to ${count(max)}`,
    ...(withCpu ? [`${cpu.median.toFixed(0)} µs`] : []),
  ]);
  const bars = Object.entries(measured).map(([key, { title: name, perSecond }]) => ({
    title: name,
    value: perSecond.median,
    ours: key.startsWith('toolport'),
  }));
  const goals = ['toolport-zod', 'toolport'].flatMap((server) =>
    Object.keys(ERAS).map((era) => throughput(measured, `${server}/${era}`, `sdk-v2/${era}`, 3)),
  );
  return {
    columns: ['', 'calls/s', 'min to max', ...(withCpu ? ['CPU per call'] : [])],
    rows,
    chart: { kind: 'bars', unit: 'calls per second', bars },
    goals,
    measured,
  };
}

async function sideBySide(era, { rounds, seconds, warmUp, node }) {
  const { args, expected } = TOOLS.orders_create;
  const message = mcpMessage(era, 'tools/call', { name: 'orders_create', arguments: args });
  const load = ({ peer }, time) =>
    peer.load(message, { expected, seconds: time, underWay: WINDOW });
  const servers = await Promise.all(
    Object.keys(SERVERS).map(async (name) => ({
      name,
      peer: await LinePeer.start(`stdio-${name}`, era, node),
      taken: [],
    })),
  );
  for (const server of servers) await load(server, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) server.taken.push(await load(server, seconds));
  }
  await Promise.all(servers.map(({ peer }) => peer.stop()));
  return Object.fromEntries(
    servers.map(({ name, taken }) => [
      `${name}/${era}`,
      { title: `${SERVERS[name]}, ${ERAS[era]}`, ...summaries(taken) },
    ]),
  );
}
