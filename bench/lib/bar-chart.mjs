import { figure } from './print.mjs';
import { escaped, svg } from './svg.mjs';

const ROW = 26;
const LABELS = 300;
const BARS = 380;
const WIDTH = LABELS + BARS + 90;

/** One bar per contender, the longest is the full width. */
export function barChart(title, { unit, bars }) {
  const longest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ title: label, value, ours }, at) => {
    const y = 34 + at * ROW;
    const width = Math.max(1, (value / longest) * BARS).toFixed(1);
    return [
      `<text x="${LABELS - 8}" y="${y + 14}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${ours ? 'ours' : 'other'}" x="${LABELS}" y="${y}" width="${width}" height="18" rx="2"/>`,
      `<text x="${LABELS + Number(width) + 6}" y="${y + 14}">${amount(value)}</text>`,
    ].join('');
  });
  return svg(WIDTH, 44 + bars.length * ROW, `${title}: ${unit}`, rows);
}

function amount(value) {
  return value >= 1000 ? Math.round(value).toLocaleString('en-US') : figure(value);
}
