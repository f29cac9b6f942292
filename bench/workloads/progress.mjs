import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { loadTable } from '../lib/load-table.mjs';
import { mcpRequest } from '../lib/requests.mjs';

export const title = 'What progress costs: the same call with ten events before its answer';

export async function run(settings) {
  const silent = contender('toolport-express/modern', { tool: 'orders_track' });
  const params = { name: 'orders_track', arguments: {} };
  const request = mcpRequest('modern', 'tools/call', params, { progressToken: 1 });
  const contenders = [
    { ...silent, title: 'answered as JSON' },
    {
      ...silent,
      key: 'toolport-progress',
      title: 'answered as a stream of eleven events',
      request,
    },
  ];
  return loadTable(await compare(contenders, settings));
}
