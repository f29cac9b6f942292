import { compare } from '../lib/compare.mjs';
import { contender } from '../lib/contenders.mjs';
import { cpu, p99, throughput } from '../lib/goal.mjs';
import { loadTable } from '../lib/load-table.mjs';

export const title = '`tools/call` on Fastify';

const KEYS = [
  'echo',
  'rest-fastify',
  'toolport-fastify/legacy',
  'toolport-fastify/modern',
  'sdk-v2/legacy',
  'sdk-v2/modern',
];

export async function run(settings) {
  const measured = await compare(
    KEYS.map((key) => contender(key)),
    settings,
  );
  const goals = ['legacy', 'modern'].flatMap((era) => {
    const ours = `toolport-fastify/${era}`;
    return [
      throughput(measured, ours, 'rest-fastify', 0.9),
      throughput(measured, ours, `sdk-v2/${era}`, 4),
      p99(measured, ours, 'rest-fastify'),
      cpu(measured, ours, 'rest-fastify', 1.1),
    ];
  });
  return { ...loadTable(measured), goals };
}
