/** Median, least and greatest of what the rounds gave, and what each gave. */
export function summary(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1), rounds: values };
}

/**
 * How many times `other` `one` is: the median of the rounds' own ratios. Both were measured one after the
 * other in each of them, so what else the machine did in the meantime counts once, not twice.
 */
export function ratioOf(one, other) {
  return summary(one.rounds.map((value, round) => value / other.rounds[round])).median;
}

/** Summaries of every field of objects with the same fields. */
export function summaries(objects) {
  const names = Object.keys(objects[0]);
  return Object.fromEntries(
    names.map((name) => [name, summary(objects.map((object) => object[name]))]),
  );
}

/** What half of the requests, and all but a hundredth, are answered within; milliseconds. */
export function percentiles(latencies) {
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (part) => Number(sorted[Math.floor((sorted.length - 1) * part)].toFixed(2));
  return { p50: at(0.5), p99: at(0.99) };
}
