import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` by number of tools';

const SIZES = [5, 1000];
const KEYS = ['toolport-express/modern', 'rest-express'];

export async function run(settings) {
  const contenders = KEYS.flatMap((key) =>
    SIZES.map((tools) => {
      const one = contender(key, { tools });
      return { ...one, key: `${key} ${tools}`, title: `${one.title}, ${tools} tools` };
    }),
  );
  const measured = await compare(contenders, settings);
  const goals = [
    throughput(measured, 'toolport-express/modern 1000', 'toolport-express/modern 5', 0.97),
    throughput(measured, 'toolport-express/modern 1000', 'rest-express 1000', 1),
  ];
  return { ...loadTable(measured), goals };
}
