import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` by number of tools and of DTO classes';

/** What class-validator does for each class that it knows is no cost of a tool, so both vary apart. */
const SIZES = [
  { tools: 5, dtos: 5 },
  { tools: 1000, dtos: 5 },
  { tools: 1000, dtos: 1000 },
];
const KINDS = {
  'toolport-express/modern': ({ tools, dtos }) => `${tools} tools, ${dtos} DTO classes`,
  'rest-express': ({ tools, dtos }) => `${tools} routes, ${dtos} DTO classes`,
};

export async function run(settings) {
  const contenders = Object.entries(KINDS).flatMap(([key, amount]) =>
    SIZES.map((size) => {
      const one = contender(key, size);
      const named = `${one.title}, ${amount(size)}`;
      return { ...one, key: `${key} ${size.tools}/${size.dtos}`, title: named };
    }),
  );
  const measured = await compare(contenders, settings);
  const ours = 'toolport-express/modern';
  const goals = [
    throughput(measured, `${ours} 1000/5`, `${ours} 5/5`, 0.97),
    throughput(measured, `${ours} 1000/1000`, 'rest-express 1000/1000', 1),
  ];
  return { ...loadTable(measured), goals };
}
