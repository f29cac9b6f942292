import type { RelativeIssue } from './relative-issue.js';

/** Keys through which a careless merge reaches `Object.prototype`. */
const DANGEROUS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Finds the keys of prototypes, at any depth. No pipe is asked about them: class-transformer and
 * whitelisting let some through, and a handler that merges its arguments would pollute the process.
 */
export function findPrototypeKeys(args: Readonly<Record<string, unknown>>): RelativeIssue[] {
  const issues: RelativeIssue[] = [];
  // An own stack: nesting is the caller's, and must not be able to overflow ours.
  const open: Visited[] = [{ value: args }];
  for (let next = open.pop(); next; next = open.pop()) {
    const isArray = Array.isArray(next.value);
    for (const [key, value] of entriesOf(next.value)) {
      const place = { key: isArray ? Number(key) : key, parent: next };
      if (!isArray && DANGEROUS.has(key)) {
        issues.push({ path: pathOf(place), message: 'is a name that is never accepted' });
      } else if (typeof value === 'object' && value !== null) open.push({ ...place, value });
    }
  }
  return issues;
}

interface Visited {
  readonly value: object;
  readonly key?: string | number;
  readonly parent?: Visited;
}

function pathOf(place: Omit<Visited, 'value'>): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Omit<Visited, 'value'> | undefined = place; at; at = at.parent) {
    if (at.key !== undefined) path.unshift(at.key);
  }
  return path;
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value);
}
