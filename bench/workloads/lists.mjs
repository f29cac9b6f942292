import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/list` by number of tools';

const SIZES = [5, 100, 500, 1000];
const SUBJECTS = ['toolport-express/modern', 'mcp-nest/modern', 'sdk-v2/modern'];

export async function run({ rounds, seconds, node }) {
  const measured = {};
  for (const tools of SIZES) {
    const contenders = SUBJECTS.map((key) =>
      named(contender(key, { tools, method: 'tools/list' }), tools),
    );
    // A server that needs a second for an answer is not to be asked by sixteen at once.
    const settings = {
      rounds: Math.min(rounds, 3),
      seconds,
      warmUp: seconds,
      node,
      connections: 4,
    };
    Object.assign(measured, await compare(contenders, settings));
  }
  const goals = [throughput(measured, 'toolport-express/modern 500', 'mcp-nest/modern 500', 50)];
  return { ...loadTable(measured), goals };
}

function named(one, tools) {
  return { ...one, key: `${one.key} ${tools}`, title: `${one.title}, ${tools} tools` };
}
