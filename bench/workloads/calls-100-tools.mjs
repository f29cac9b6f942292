import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` with 100 tools';

const KEYS = [
  'toolport-express/legacy',
  'toolport-express/modern',
  'sdk-v2/legacy',
  'sdk-v2/modern',
];

export async function run(settings) {
  const measured = await compare(
    KEYS.map((key) => contender(key, { tools: 100 })),
    settings,
  );
  const goals = ['legacy', 'modern'].map((era) =>
    throughput(measured, `toolport-express/${era}`, `sdk-v2/${era}`, 4.5),
  );
  return { ...loadTable(measured), goals };
}
