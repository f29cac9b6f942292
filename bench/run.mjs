// npm run bench [-- PART … --node BINARY --short --built --report]: builds, measures, writes results.json
// and the report.
// Without a PART all of workloads/ run; `--short` is for trying things out, its figures say little;
// `--node` takes another Node than this package's for the servers; `--built` takes what was built before;
// `--report` writes the report of the figures that are there, without measuring.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { NODE, versionOf } from './lib/node.mjs';
import { printPart } from './lib/print.mjs';
import { writeReport } from './lib/report.mjs';
import { readResults, writeResults } from './lib/results.mjs';

const PARTS = readdirSync(new URL('workloads/', import.meta.url)).map((file) =>
  file.replace(/\.mjs$/, ''),
);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: 'string', default: NODE },
    short: { type: 'boolean' },
    built: { type: 'boolean' },
    report: { type: 'boolean' },
  },
});
const wanted = positionals.length > 0 ? positionals : PARTS;
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}; there are: ${PARTS.join(', ')}`);
  process.exit(1);
}

if (!values.report) {
  if (!values.built) build();
  for (const name of wanted) await measure(name);
}
if (!values.short) writeReport(readResults());

async function measure(name) {
  const { title, run } = await import(`./workloads/${name}.mjs`);
  console.log(`\n${title}`);
  const { node } = values;
  const version = versionOf(node);
  const settings = values.short
    ? { node, rounds: 1, seconds: 1, warmUp: 1 }
    : { node, rounds: 9, seconds: 1, warmUp: 4 };
  const { versions = version, ...result } = await run(settings);
  printPart(result);
  if (!values.short) writeResults(name, { title, ...result }, versions);
}
