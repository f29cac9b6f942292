import { isJsonObject } from '../protocol/json-rpc.js';
import type { RelativeIssue } from './relative-issue.js';

/**
 * Finds the keys of prototypes, at any depth. No pipe is asked about them: class-transformer and
 * whitelisting let some through, and a handler that merges its arguments would pollute the process.
 */
export function findPrototypeKeys(
  args: Readonly<Record<string, unknown>>,
): readonly RelativeIssue[] {
  return mayHoldOne(args, PLAIN_DEPTH) ? search(args) : NONE;
}

const NONE: readonly RelativeIssue[] = [];
/** Deeper than arguments are; what goes further down is searched without recursion. */
const PLAIN_DEPTH = 64;

/** Keys through which a careless merge reaches `Object.prototype`. */
function isDangerous(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** The look that every call pays for: no allocation, and no answer but "maybe". */
function mayHoldOne(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (mayHoldOne(item, depth - 1)) return true;
    return false;
  }
  if (!isJsonObject(value)) return false;
  for (const key in value) {
    if (isDangerous(key) || mayHoldOne(value[key], depth - 1)) return true;
  }
  return false;
}

function search(args: object): readonly RelativeIssue[] {
  const issues: RelativeIssue[] = [];
  // An own stack: nesting is the caller's, and must not be able to overflow ours.
  const open: Visited[] = [{ value: args }];
  for (let next = open.pop(); next; next = open.pop()) {
    const isArray = Array.isArray(next.value);
    for (const [key, value] of entriesOf(next.value)) {
      const place = { key: isArray ? Number(key) : key, parent: next };
      if (!isArray && isDangerous(key)) {
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
