import { escaped, svg } from './svg.mjs';

const SIZE = { width: 330, height: 190 };
const MARGIN = { left: 60, top: 40, bottom: 44, right: 20 };
const PER_ROW = 2;

/** Panels of one line each, both axes logarithmic: what grows in proportion is a straight diagonal. */
export function lineChart(title, { panels }) {
  const rows = Math.ceil(panels.length / PER_ROW);
  const drawn = panels.map((panel, at) => {
    const x = (at % PER_ROW) * (SIZE.width + MARGIN.left + MARGIN.right);
    const y = 24 + Math.floor(at / PER_ROW) * (SIZE.height + MARGIN.top + MARGIN.bottom);
    return `<g transform="translate(${x + MARGIN.left} ${y + MARGIN.top})">${drawPanel(panel)}</g>`;
  });
  const width = PER_ROW * (SIZE.width + MARGIN.left + MARGIN.right);
  return svg(width, 24 + rows * (SIZE.height + MARGIN.top + MARGIN.bottom), title, drawn);
}

function drawPanel({ title, x: xTitle, points }) {
  const { width, height } = SIZE;
  const x = scale(
    points.map((point) => point.x),
    0,
    width,
  );
  const y = scale([...points.map((point) => point.y), 1], height, 0);
  const path = points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`);
  const marks = points.map(
    (point) =>
      `<circle class="ours" cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="3"><title>${short(point.x)}: ${short(point.y)}</title></circle>`,
  );
  const ends = [points[0], points.at(-1)];
  return [
    `<text x="0" y="-12">${escaped(title)}</text>`,
    `<path class="axis" d="M0 0V${height}H${width}"/>`,
    `<polyline points="${path.join(' ')}" fill="none" stroke="#0969da" stroke-width="2"/>`,
    ...marks,
    ...ends.map(
      (point, at) =>
        `<text x="${x(point.x)}" y="${height + 18}" text-anchor="${at ? 'end' : 'start'}">${short(point.x)}</text>`,
    ),
    ...ends.map(
      (point) => `<text x="-6" y="${y(point.y) + 4}" text-anchor="end">${short(point.y)}</text>`,
    ),
    `<text x="${width / 2}" y="${height + 36}" text-anchor="middle">${escaped(xTitle)}</text>`,
  ].join('');
}

function scale(values, from, to) {
  const logs = values.map((value) => Math.log10(Math.max(value, 1e-3)));
  const least = Math.min(...logs);
  const span = Math.max(...logs) - least || 1;
  return (value) => from + ((Math.log10(Math.max(value, 1e-3)) - least) / span) * (to - from);
}

function short(value) {
  if (value >= 1e6) return `${+(value / 1e6).toFixed(1)}M`;
  if (value >= 1e3) return `${+(value / 1e3).toFixed(1)}k`;
  return `${+value.toPrecision(2)}`;
}
