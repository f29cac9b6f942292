import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { goal } from '../lib/goal.mjs';
import { summaries } from '../lib/statistics.mjs';

export const title = 'Start-up: time and heap';

const SIZES = [5, 500, 1000];

export async function run({ rounds, node }) {
  const taken = { import: [] };
  // Each takes seven processes from start to end.
  for (let round = 0; round < Math.min(rounds, 3); round += 1) {
    taken.import.push(measure(node, 'import-cost'));
    for (const tools of SIZES) {
      for (const toolport of [false, true]) {
        (taken[`${tools} ${toolport}`] ??= []).push(measure(node, 'startup', tools, toolport));
      }
    }
  }
  const measured = Object.fromEntries(
    Object.entries(taken).map(([key, values]) => [key, summaries(values)]),
  );
  return {
    columns: ['', 'time', 'min to max', 'heap'],
    rows: [
      row('importing the library into an application', measured.import),
      ...SIZES.flatMap((tools) => [
        row(`${tools} plain routes with ${tools} DTOs`, measured[`${tools} false`]),
        row(`the same as ${tools} tools`, measured[`${tools} true`]),
      ]),
    ],
    goals: [
      goal('importing the library, ms', measured.import.ms.median, { most: 60 }),
      goal('importing the library, MB of heap', measured.import.heap.median / 1e6, { most: 8 }),
      goal('500 tools, ms per tool later than plain routes', later(measured, 500), { most: 2 }),
    ],
    measured,
  };
}

function later(measured, tools) {
  return (measured[`${tools} true`].ms.median - measured[`${tools} false`].ms.median) / tools;
}

function measure(node, file, ...parameters) {
  const path = fileURLToPath(new URL(`../dist/${file}.js`, import.meta.url));
  const command = ['--expose-gc', path, ...parameters.map(String)];
  return JSON.parse(execFileSync(node, command, { encoding: 'utf8' }));
}

function row(name, { ms, heap }) {
  const range = `${ms.min.toFixed(0)} to ${ms.max.toFixed(0)}`;
  return [name, `${ms.median.toFixed(0)} ms`, range, `${(heap.median / 1e6).toFixed(1)} MB`];
}
