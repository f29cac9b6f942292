import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { barChart } from './bar-chart.mjs';
import { lineChart } from './line-chart.mjs';
import { figure } from './print.mjs';

const DOCS = new URL('../../docs/', import.meta.url);
const PAGE = new URL('performance.md', DOCS);
const CHARTS = new URL('performance/', DOCS);

/** Puts what was measured between the page's marks: `<!-- bench:PART -->` to `<!-- /bench -->`. */
export function writeReport({ parts }) {
  if (!existsSync(PAGE)) throw new Error('docs/performance.md, with its marks, is missing');
  mkdirSync(CHARTS, { recursive: true });
  const page = readFileSync(PAGE, 'utf8');
  const filled = page.replaceAll(
    /(<!-- bench:([\w-]+) -->\n)[^]*?(<!-- \/bench -->)/g,
    (whole, open, name, close) =>
      parts[name] ? `${open}${section(name, parts[name])}${close}` : whole,
  );
  const missing = Object.keys(parts).filter((name) => !page.includes(`<!-- bench:${name} -->`));
  if (missing.length > 0)
    throw new Error(`docs/performance.md has no mark for ${missing.join(', ')}`);
  writeFileSync(PAGE, filled);
}

function section(name, { title, columns, rows, goals = [], chart, machine }) {
  const picture = chart ? `![${title.replaceAll('`', '')}](performance/${name}.svg)\n\n` : '';
  if (chart) writeFileSync(new URL(`${name}.svg`, CHARTS), draw(title, chart));
  const { node, platform, cpu, cores } = machine;
  return [
    '\n',
    picture,
    table(columns, rows),
    goals.length > 0 ? `\n${goalTable(goals)}` : '',
    `\nMeasured with Node ${node} on ${platform}, ${cores} cores, ${cpu}.\n\n`,
  ].join('');
}

function draw(title, chart) {
  return chart.kind === 'bars' ? barChart(title, chart) : lineChart(title, chart);
}

function goalTable(goals) {
  const rows = goals.map(({ title, value, least, most, held }) => [
    title,
    figure(value),
    least === undefined ? `≤ ${most}` : `≥ ${least}`,
    held ? 'yes' : '**no**',
  ]);
  return table(['Ratio or figure', 'measured', 'wanted', 'reached'], rows);
}

function table(columns, rows) {
  const rule = columns.map((_, at) => (at === 0 ? '---' : '--:'));
  return [columns, rule, ...rows].map(tableLine).join('');
}

function tableLine(cells) {
  return `| ${cells.join(' | ')} |\n`;
}
