/** The rows of a comparison under load, and the bars of its chart. */
export function loadTable(measured) {
  const columns = ['', 'requests/s', 'min to max', 'p50', 'p99', 'CPU per request', 'peak memory'];
  const rows = Object.values(measured).map(({ title, perSecond, p50, p99, cpu, peak }) => [
    title,
    count(perSecond.median),
    `${count(perSecond.min)} to ${count(perSecond.max)}`,
    `${p50.median} ms`,
    `${p99.median} ms`,
    `${cpu.median.toFixed(0)} µs`,
    `${(peak.max / 1e6).toFixed(0)} MB`,
  ]);
  const bars = Object.entries(measured).map(([key, { title, perSecond }]) => ({
    title,
    value: perSecond.median,
    ours: key.startsWith('toolport'),
  }));
  return { columns, rows, chart: { kind: 'bars', unit: 'requests per second', bars }, measured };
}

export function count(value) {
  return Math.round(value).toLocaleString('en-US');
}
