import type { Random } from './random.js';

const SCALARS = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  '2.0x',
  '__proto__',
  "'; DROP TABLE orders; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u0000\u001f\u007f',
  '\ud800',
  '\udc00\ud800',
  '\u2028\u2029\ufeff\u202e',
  '%s%n%d',
  '${7*7}',
];

/** Any JSON value, mostly unwelcome. */
export function junk(random: Random, depth = 3): unknown {
  const kind = random.below(10);
  if (depth === 0 || kind < 6) return random.pick(SCALARS);
  if (kind === 6) return 'y'.repeat(random.below(3000));
  if (kind === 7) return Array.from({ length: random.below(4) }, () => junk(random, depth - 1));
  return { [oddName(random)]: junk(random, depth - 1), [oddName(random)]: null };
}

export function notAnObject(random: Random): unknown {
  return random.pick<unknown>([null, true, false, 0, 1.5, '', 'x', '{}', [], [1], [{}], [[]]]);
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/';

/** A name that nothing has; it can travel in a header. */
export function oddName(random: Random): string {
  const length = 1 + random.below(20);
  return `odd${Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join('')}`;
}
