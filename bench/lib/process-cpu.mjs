import { readFileSync } from 'node:fs';

/** Of one clock tick, in microseconds: Linux counts a hundred a second wherever Node runs. */
const TICK = 10_000;

/** CPU time of a foreign process so far, in microseconds; not a number where there is no /proc. */
export function cpuOf(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return NaN;
  }
  // The name of the program, in parentheses, may hold spaces; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
