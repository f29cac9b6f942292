import type { MarkedSchema } from './schema-marks.js';

const RESULTS = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/**
 * Applies what `@Type(() => Number)` and the like do before the validators see the value: members
 * of another type can never be reached.
 *
 * @returns The schema of what may arrive, or in words why no value passes.
 */
export function applyConversion(schema: MarkedSchema, converted: unknown): MarkedSchema | string {
  const result = RESULTS.get(converted);
  if (result === undefined) return schema;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  const fits = (type: unknown): boolean =>
    type === result || (type === 'integer' && result === 'number') || type === 'null';
  if (types && !types.some(fits)) return conflict(result, types);
  const members = 'const' in schema ? [schema.const] : (schema.enum as unknown[] | undefined);
  const reachable = members?.filter((value) => typeof value === result || value === null);
  if (members && reachable?.length === 0) return conflict(result, types ?? []);
  return {
    ...schema,
    ...(types && types.length > 1 ? { type: types.filter(fits) } : {}),
    ...(Array.isArray(schema.enum) ? { enum: reachable } : {}),
  };
}

/** Checks that a `Date` can pass; every other one of class-validator's refuses it. */
const DATE_RULES = new Set([
  'isDate',
  'minDate',
  'maxDate',
  'isDefined',
  'isNotEmpty',
  'isNotIn',
  'notEquals',
  'isObject',
  'isInstance',
]);

/** The first of class-validator's own checks that refuses each `Date` which `@Type()` makes. */
export function refusalOfDates(names: readonly (string | undefined)[]): string | undefined {
  const refusing = names.find((name) => name !== undefined && !DATE_RULES.has(name));
  return refusing && `@Type() makes a Date of the value, which ${refusing} refuses`;
}

function conflict(result: string, types: readonly unknown[]): string {
  return `@Type() makes a ${result} of every value, its validators want ${types.join(' or ') || 'others'}`;
}
