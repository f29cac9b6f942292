import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` by number of tools';

export async function run(settings) {
  const measured = await compare(
    [5, 1000].map((tools) => ({
      ...contender('toolport-express/modern', { tools }),
      key: `toolport-${tools}`,
      title: `Toolport, Express, ${tools} tools`,
    })),
    settings,
  );
  return {
    ...loadTable(measured),
    goals: [throughput(measured, 'toolport-1000', 'toolport-5', 0.97)],
  };
}
