import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` beside more MCP servers';

// Each in the newest revision that it serves.
const KEYS = [
  'toolport-express/modern',
  'toolport-express/legacy',
  'tmcp/modern',
  'sdk-v1/legacy',
  'fastmcp/legacy',
];

export async function run(settings) {
  return loadTable(
    await compare(
      KEYS.map((key) => contender(key)),
      settings,
    ),
  );
}
