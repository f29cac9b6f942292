/** One part on the console. */
export function printPart({ columns, rows, goals = [] }) {
  const lines = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => String(line[at]).length)));
  for (const line of lines) {
    const cells = line.map((cell, at) =>
      at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at]),
    );
    console.log(cells.join('  '));
  }
  for (const one of goals) console.log(goalLine(one));
}

/** What was measured against what is to hold. */
export function goalLine({ title, value, least, most, held }) {
  const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`;
  return `${held ? 'held ' : 'UNMET'} ${figure(value).padStart(7)} ${bound.padEnd(7)} ${title}`;
}

export function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
