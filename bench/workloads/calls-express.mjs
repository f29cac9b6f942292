import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { cpu, p99, throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` on Express';

const KEYS = [
  'echo',
  'rest-express',
  'toolport-express/legacy',
  'toolport-express/modern',
  'sdk-v2/legacy',
  'sdk-v2/modern',
  'mcp-nest/legacy',
  'mcp-nest/modern',
];

export async function run(settings) {
  const measured = await compare(
    KEYS.map((key) => contender(key)),
    settings,
  );
  const goals = ['legacy', 'modern'].flatMap((era) => {
    const ours = `toolport-express/${era}`;
    return [
      throughput(measured, ours, 'rest-express', 1.05),
      throughput(measured, ours, `sdk-v2/${era}`, 2.3),
      throughput(measured, ours, `mcp-nest/${era}`, 2.3),
      p99(measured, ours, 'rest-express'),
      cpu(measured, ours, 'rest-express', 1),
    ];
  });
  return { ...loadTable(measured), goals };
}
