import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { drive } from '../lib/drive.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = 'Calls and lists mixed, 100 clients at once, 100 tools';

const SUBJECTS = ['toolport-express/modern', 'sdk-v2/modern', 'mcp-nest/modern'];

/** Nine calls, then one list. */
function mix(key) {
  const call = contender(key, { tools: 100 });
  const list = contender(key, { tools: 100, method: 'tools/list' });
  const requests = [...Array(9).fill(call.request), list.request];
  return { ...call, request: { ...call.request, requests }, expected: '"result"' };
}

export async function run(settings) {
  const hundred = { ...settings, connections: 100, driver: drive };
  return loadTable(await compare(SUBJECTS.map(mix), hundred));
}
