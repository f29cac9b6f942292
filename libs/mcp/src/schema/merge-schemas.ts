import type { JsonSchema } from './json-schema.js';
import { SPELLED_OUT, type MarkedSchema } from './schema-marks.js';

/** Keywords of which the larger (smaller) value is the stricter one. */
const MAXIMISED = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
]);
const MINIMISED = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
]);
/** Keywords that describe one thing together; the later source knows better. */
const REPLACED = new Set([
  'items',
  'properties',
  'required',
  'additionalProperties',
  'description',
]);

/**
 * The schema that holds where all of these hold. Bounds are intersected; what cannot be expressed
 * by one keyword (a second pattern) goes to `allOf`.
 */
export function mergeSchemas(parts: readonly MarkedSchema[]): MarkedSchema {
  if (parts.length === 1) return parts[0];
  const merged: Record<string | symbol, unknown> = {};
  const rest: MarkedSchema[] = [];
  for (const part of parts) {
    for (const keyword of Reflect.ownKeys(part)) {
      const value = part[keyword as string];
      if (typeof keyword === 'symbol') {
        if (keyword !== SPELLED_OUT) merged[keyword] = value;
      } else if (!(keyword in merged)) {
        merged[keyword] = value;
        if (keyword === 'pattern' && part[SPELLED_OUT]) merged[SPELLED_OUT] = part[SPELLED_OUT];
      } else if (!isSame(merged[keyword], value)) {
        const both = intersect(keyword, merged[keyword], value);
        if (both === undefined) rest.push(alone(keyword, value, part));
        else merged[keyword] = both;
      }
    }
  }
  if (rest.length > 0) merged.allOf = [...((merged.allOf as JsonSchema[]) ?? []), ...rest];
  return merged;
}

function alone(keyword: string, value: unknown, part: MarkedSchema): MarkedSchema {
  const marked = keyword === 'pattern' && part[SPELLED_OUT];
  return { [keyword]: value, ...(marked ? { [SPELLED_OUT]: marked } : {}) };
}

/** Undefined where no single value of the keyword says both. */
function intersect(keyword: string, first: unknown, second: unknown): unknown {
  if (keyword === 'type') return meetTypes(first, second);
  if (MAXIMISED.has(keyword)) return Math.max(first as number, second as number);
  if (MINIMISED.has(keyword)) return Math.min(first as number, second as number);
  if (keyword === 'enum') return asList(first).filter((value) => asList(second).includes(value));
  if (keyword === 'allOf') return [...asList(first), ...asList(second)];
  if (REPLACED.has(keyword)) return second;
  return undefined;
}

/** An empty meet is left to `allOf`: nothing satisfies both, and the schema must say so. */
function meetTypes(first: unknown, second: unknown): unknown {
  if (isNumeric(first) && isNumeric(second)) return 'integer';
  const meet = new Set<unknown>();
  for (const a of asList(first)) {
    for (const b of asList(second)) {
      if (a === b) meet.add(a);
      else if (isNumeric(a) && isNumeric(b)) meet.add('integer');
    }
  }
  if (meet.size === 0) return undefined;
  return meet.size === 1 ? [...meet][0] : [...meet];
}

function isNumeric(type: unknown): boolean {
  return type === 'number' || type === 'integer';
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function isSame(first: unknown, second: unknown): boolean {
  if (first === second) return true;
  // Only lists and objects can be equal without being the same.
  if (typeof first !== 'object' || typeof second !== 'object') return false;
  return JSON.stringify(first) === JSON.stringify(second);
}
