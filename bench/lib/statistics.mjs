/** Median, least and greatest of what the rounds gave. */
export function summary(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1) };
}

/** Summaries of every field of objects with the same fields. */
export function summaries(objects) {
  const names = Object.keys(objects[0]);
  return Object.fromEntries(
    names.map((name) => [name, summary(objects.map((object) => object[name]))]),
  );
}
