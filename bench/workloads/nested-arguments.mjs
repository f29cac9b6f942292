import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` with 50 validated fields in a nested object';

const KEYS = ['rest-express', 'toolport-express/modern', 'sdk-v2/modern', 'mcp-nest/modern'];

export async function run(settings) {
  return loadTable(
    await compare(
      KEYS.map((key) => contender(key, { tool: 'orders_import' })),
      settings,
    ),
  );
}
