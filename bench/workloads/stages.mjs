import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goal } from '../lib/goal.mjs';
import { summary } from '../lib/statistics.mjs';

export const title = 'Stages of the pipeline, in process';

const STAGES = {
  direct: 'the method called directly',
  'plain alone': 'its pipeline alone, no stage',
  'chain alone': 'its pipeline alone, behind a guard and an interceptor',
  plain: 'the whole tool: pipeline and its result, no stage',
  chain: '… behind a guard and an interceptor',
  guard: '… behind a guard',
  interceptor: '… behind an interceptor',
  pipe: '… behind a pipe of its own',
  filter: '… failing, behind a filter',
  scope: '… of a request-scoped controller',
  validation: '… behind `ValidationPipe`, two fields',
};

export async function run({ rounds, node }) {
  const path = fileURLToPath(new URL('../dist/stages.js', import.meta.url));
  const answer = execFileSync(node, [path, String(rounds * 2)], { encoding: 'utf8' });
  const taken = JSON.parse(answer);
  const measured = Object.fromEntries(
    Object.keys(STAGES).map((name) => [name, summary(taken[name])]),
  );
  const base = measured.plain.median;
  const rows = Object.entries(STAGES).map(([name, what]) => {
    const { median, min, max } = measured[name];
    const cells = [`${median.toFixed(1)} µs`, `${min.toFixed(1)} to ${max.toFixed(1)}`];
    const ratios = [median / measured.direct.median, median / base];
    return [what, ...cells, ...ratios.map((ratio) => ratio.toFixed(1))];
  });
  return {
    columns: ['', 'per call', 'min to max', '× direct', '× no stage'],
    rows,
    goals: [
      goal(
        'the pipeline (guard, interceptor, method) without validation, µs per call',
        measured['chain alone'].median,
        { most: 5 },
      ),
    ],
    measured,
  };
}
