import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { count } from '../lib/load-table.mjs';
import { NODES, versionOf } from '../lib/node.mjs';
import { ratioOf } from '../lib/statistics.mjs';

export const title = '`tools/call` by version of Node';

const KINDS = { rest: '', legacy: '/legacy', modern: '/modern' };

export async function run({ rounds, seconds, warmUp }) {
  const measured = {};
  const fewer = { rounds: Math.min(rounds, 5), seconds, warmUp: Math.min(warmUp, 2) };
  // Only those of one platform and version are compared, so no more have to run at once.
  for (const platform of ['express', 'fastify']) {
    for (const version of Object.keys(NODES)) {
      Object.assign(measured, await compare(three(platform, version), fewer));
    }
  }
  const columns = ['', 'Node', 'requests/s', 'min to max', 'CPU per request', '× the route'];
  const rows = Object.entries(measured).map(([key, one]) => row(one, key, measured));
  const versions = Object.values(NODES).map(versionOf).join(', ');
  return { columns, rows, measured, versions };
}

/** A route and its tool in both eras, with one version of Node. */
function three(platform, version) {
  return Object.entries(KINDS).map(([kind, era]) => {
    const name = kind === 'rest' ? 'rest' : 'toolport';
    const one = contender(`${name}-${platform}${era}`);
    return { ...one, key: [platform, version, kind].join(' '), node: NODES[version] };
  });
}

function row({ title: name, perSecond, cpu }, key, measured) {
  const [platform, version] = key.split(' ');
  const route = measured[[platform, version, 'rest'].join(' ')];
  const { median, min, max } = perSecond;
  return [
    name,
    version,
    count(median),
    `${count(min)} to ${count(max)}`,
    `${cpu.median.toFixed(0)} µs`,
    ratioOf(perSecond, route.perSecond).toFixed(2),
  ];
}
