import type { Shape } from '../corpus/shape.js';
import { isRecord } from './declared-value.js';
import type { Random } from './random.js';

/** Values that are put at every place of every valid value. */
export const POOL: readonly unknown[] = [
  null, '', ' ', 'a', 'abc', 'ABC', 'Abc', 'abcdefghijkl', 'hello world', 'a1', 'a.b', 'aXb', 'x+y',
  'üb', '日本', '12', '1.5', '-3', 'true', 'false', '0', '1', 0, 1, -1, 2, 3, 5, 7, 8, 10, 11, 100,
  101, 1.5, 1.25, 1.256, -0.5, 0.5, 1e21, true, false, [], {}, ['a'], ['a', 'a'], ['a', 'b'],
  ['a', 'b', 'c', 'd'], [1], [1, 1], [1, 2, 3], [null], [[1]], [[1, 2], [3]], [['a']], [{}],
  { a: 1 }, { a: 'x' }, { a: {} }, { a: null }, 'a@b.co', 'a@b', 'Ü@example.com',
  'john.doe+tag@example.co.uk', 'not an email@', '3d6f0a8e-5b0f-4f53-9c1c-2b7a6f1f8f11',
  'c9bf9e57-1685-11ee-be56-0242ac120002', 'http://example.com', 'https://example.com/p?q=1',
  'example.com', 'ftp://x.yz/z', 'http://localhost:3000', 'javascript:alert(1)', '2024-01-01',
  '2024-01-01T10:00:00Z', '2024-01-01T10:00:00.123+02:00', '2024-01-01T10:00', '2024-13-45',
  '2024-02-30', '2024-W05', '10:30', '2024-01-01 10:00:00', 'March 7, 2024', 1700000000000,
  '1.2.3.4', '::1', '999.1.1.1', '#fff', '#ggg', '507f1f77bcf86cd799439011', '1.2.3', 'aGVsbG8=',
  'aGVsbG8', '12.5,45.1', '4111111111111111', '+14155552671', 'US', '8080', '99999', 'active',
  'Low', 'red',
]; // prettier-ignore

type Path = readonly (string | number)[];

/** Mutations of a shape's valid values: each place with each value, without each place, with more. */
export function samplesOf(shape: Pick<Shape, 'valid' | 'extra' | 'samples'>): readonly object[] {
  const samples = new Map<string, object>();
  const add = (value: object): void => void samples.set(JSON.stringify(value), value);
  for (const base of shape.valid) {
    add(base);
    for (const path of placesOf(base)) {
      add(without(base, path));
      for (const value of POOL) add(withValue(base, path, value));
    }
    for (const path of objectsOf(base)) add(withValue(base, [...path, 'zzUnknown'], 1));
  }
  const first = shape.valid[0];
  for (const [path, values] of Object.entries(shape.extra ?? {})) {
    for (const value of values) add(withValue(first, path.split('.'), value));
  }
  for (const sample of shape.samples ?? []) add(sample);
  add({});
  return [...samples.values()];
}

/** One mutation of a value at a random place. */
export function randomSample(base: object, random: Random): object {
  const places = [...placesOf(base)];
  const roll = random.next();
  if (roll < 0.08) return withValue(base, [...random.pick([...objectsOf(base)]), 'zzUnknown'], 1);
  if (places.length === 0) return {};
  const place = random.pick(places);
  return roll < 0.2 ? without(base, place) : withValue(base, place, random.pick(POOL));
}

const MAX_DEPTH = 4;

function* placesOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > MAX_DEPTH) return;
  for (const [key, item] of childrenOf(value, 2)) {
    yield [...path, key];
    yield* placesOf(item, [...path, key]);
  }
}

function* objectsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > MAX_DEPTH) return;
  if (isRecord(value)) yield path;
  for (const [key, item] of childrenOf(value, 1)) yield* objectsOf(item, [...path, key]);
}

function childrenOf(
  value: unknown,
  items: number,
): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value))
    return value.slice(0, items).map((item, index) => [index, item] as const);
  return isRecord(value) ? Object.entries(value) : [];
}

type Container = Record<string | number, unknown>;

function withValue(base: object, path: Path, value: unknown): object {
  return changed(base, path, (parent, key) => {
    parent[key] = value;
  });
}

function without(base: object, path: Path): object {
  return changed(base, path, (parent, key) => {
    if (Array.isArray(parent)) parent.splice(key as number, 1);
    else delete parent[key];
  });
}

/** A copy of this realm: jest's `structuredClone` makes objects that are no `instanceof Object` here. */
export function cloneJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function changed(
  base: object,
  path: Path,
  change: (parent: Container, key: string | number) => void,
): object {
  const copy = cloneJson(base);
  let parent = copy as Container;
  for (const key of path.slice(0, -1)) parent = parent[key] as Container;
  change(parent, path.at(-1) as string | number);
  return copy;
}
