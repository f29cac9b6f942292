import { ratioOf } from './statistics.mjs';

/**
 * A ratio that is to hold, with what was measured.
 *
 * @param bound `{ least }` or `{ most }`
 */
export function goal(title, value, bound) {
  const held = bound.least === undefined ? value <= bound.most : value >= bound.least;
  return { title, value, ...bound, held };
}

/** How many times the throughput of `other` that of `one` is. */
export function throughput(measured, one, other, least) {
  const value = ratioOf(measured[one].perSecond, measured[other].perSecond);
  return goal(`requests per second: ${named(measured, one, other)}`, value, { least });
}

/** How the CPU time per request of `one` compares to that of `other`. */
export function cpu(measured, one, other, most) {
  const value = ratioOf(measured[one].cpu, measured[other].cpu);
  return goal(`server CPU per request: ${named(measured, one, other)}`, value, { most });
}

export function p99(measured, one, other, most = 1) {
  const value = ratioOf(measured[one].p99, measured[other].p99);
  return goal(`p99 latency: ${named(measured, one, other)}`, value, { most });
}

function named(measured, one, other) {
  return `${measured[one].title} / ${measured[other].title}`;
}
