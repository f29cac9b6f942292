import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` whose result is 1 MB of text';

const KEYS = [
  'toolport-express/modern',
  'toolport-fastify/modern',
  'sdk-v2/modern',
  'mcp-nest/modern',
];

export async function run(settings) {
  return loadTable(
    await compare(
      KEYS.map((key) => contender(key, { tool: 'report_get' })),
      settings,
    ),
  );
}
