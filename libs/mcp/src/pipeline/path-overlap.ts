import { parseTemplate, type Segment } from './route-template.js';

/** One part of a path between slashes; `MIXED` is a parameter with text beside it (`:id.json`). */
type Part = string | typeof ANY | typeof MIXED | typeof REST;
const ANY = Symbol('any');
const MIXED = Symbol('mixed');
const REST = Symbol('rest');

/** A path pattern in a form that can be compared; undefined where its syntax is not known. */
export type PathPattern = readonly (readonly Part[])[] | undefined;

// Regular expressions of Express 4: Nest converts some of them, and no other reader knows them all.
const UNKNOWN_SYNTAX = /[()[\]?+!]/;

/** Reads a pattern as Nest mounts it: `/users/:id`, `/files/*path`, `/a{/:b}`. */
export function readPattern(path: string): PathPattern {
  if (UNKNOWN_SYNTAX.test(path)) return undefined;
  return variants(parseTemplate(path)).map(toParts);
}

/**
 * Whether a middleware's pattern covers a path for certain: `path` is static, and nothing in the
 * pattern is guessed at.
 */
export function covers(pattern: PathPattern, path: PathPattern, prefix: boolean): boolean {
  return compare(pattern, path, prefix, false);
}

/** Whether some request could match both; where it is not known, yes. */
export function mayOverlap(pattern: PathPattern, path: PathPattern, prefix: boolean): boolean {
  return !pattern || !path || compare(pattern, path, prefix, true);
}

function compare(
  pattern: PathPattern,
  path: PathPattern,
  prefix: boolean,
  guess: boolean,
): boolean {
  if (!pattern || !path) return false;
  return pattern.some((one) => path.some((other) => fits(one, other, prefix, guess)));
}

function fits(
  pattern: readonly Part[],
  path: readonly Part[],
  prefix: boolean,
  guess: boolean,
): boolean {
  for (const [place, part] of pattern.entries()) {
    if (part === REST) return path.length > place;
    if (place >= path.length) return false;
    const other = path[place];
    if (other === REST) return guess;
    if (!fitsPart(part, other, guess)) return false;
  }
  return prefix || path.length === pattern.length || (guess && path[pattern.length] === REST);
}

function fitsPart(part: Part, other: Part, guess: boolean): boolean {
  if (part === ANY) return true;
  if (typeof part === 'string' && typeof other === 'string') return part === other;
  return guess;
}

/** With and without each optional part. */
function variants(segments: readonly Segment[]): Segment[][] {
  let all: Segment[][] = [[]];
  for (const segment of segments) {
    if (typeof segment === 'object' && 'optional' in segment) {
      const inside = variants(segment.optional);
      all = all.flatMap((one) => [one, ...inside.map((more) => [...one, ...more])]);
    } else {
      all = all.map((one) => [...one, segment]);
    }
  }
  return all;
}

function toParts(segments: readonly Segment[]): Part[] {
  const parts: Part[] = [];
  let text = '';
  let dynamic = false;
  const close = (): void => {
    if (dynamic) parts.push(text === '' ? ANY : MIXED);
    else if (text !== '') parts.push(text.toLowerCase());
    text = '';
    dynamic = false;
  };
  for (const segment of segments) {
    if (segment === '/') close();
    else if (typeof segment === 'string') text += segment;
    else if ('name' in segment && segment.wildcard) return [...parts, REST];
    else dynamic = true;
  }
  close();
  return parts;
}
