import { isJsonObject } from '../protocol/json-rpc.js';
import { typeOfValue } from './schema-types.js';

/** Whether the value breaks this keyword on its own, without looking at any subschema. */
export function breaks(keyword: string, rule: unknown, value: unknown): boolean {
  const check = Object.hasOwn(CHECKS, keyword) ? CHECKS[keyword] : undefined;
  // What a keyword's value looks like was checked at boot (`check-schema.ts`).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return check !== undefined && !check(rule as never, value);
}

type Check = (rule: never, value: unknown) => boolean;

/** Each answers true for values of a type that the keyword does not speak of. */
const CHECKS: Readonly<Record<string, Check>> = {
  type: (type: string | readonly string[], value) =>
    (typeof type === 'string' ? [type] : type).some((name) => isOfType(name, value)),
  enum: (values: readonly unknown[], value) => values.some((one) => sameJson(one, value)),
  const: (wanted: unknown, value) => sameJson(wanted, value),
  minimum: (n: number, value) => typeof value !== 'number' || value >= n,
  maximum: (n: number, value) => typeof value !== 'number' || value <= n,
  exclusiveMinimum: (n: number, value) => typeof value !== 'number' || value > n,
  exclusiveMaximum: (n: number, value) => typeof value !== 'number' || value < n,
  multipleOf: (n: number, value) => typeof value !== 'number' || Number.isInteger(value / n),
  minLength: (n: number, value) => typeof value !== 'string' || lengthOf(value) >= n,
  maxLength: (n: number, value) => typeof value !== 'string' || lengthOf(value) <= n,
  pattern: (pattern: string, value) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value),
  minItems: (n: number, value) => !Array.isArray(value) || value.length >= n,
  maxItems: (n: number, value) => !Array.isArray(value) || value.length <= n,
  uniqueItems: (unique: boolean, value) => !unique || !Array.isArray(value) || allDiffer(value),
  minProperties: (n: number, value) => !isJsonObject(value) || Object.keys(value).length >= n,
  maxProperties: (n: number, value) => !isJsonObject(value) || Object.keys(value).length <= n,
  dependentRequired: (map: Readonly<Record<string, readonly string[]>>, value) =>
    !isJsonObject(value) ||
    Object.entries(map).every(
      ([key, others]) =>
        !Object.hasOwn(value, key) || others.every((other) => Object.hasOwn(value, other)),
    ),
};

function isOfType(name: string, value: unknown): boolean {
  return name === 'integer' ? Number.isInteger(value) : typeOfValue(value) === name;
}

/** JSON Schema counts characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether no two items are equal as JSON; linear, where comparing each pair would be a way to hang us. */
export function allDiffer(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size === items.length;
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && a !== null && canonical(a) === canonical(b));
}

/** JSON text with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner)
      ? // oxlint-disable-next-line unicorn/no-array-sort -- toSorted is not in ES2022
        Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
