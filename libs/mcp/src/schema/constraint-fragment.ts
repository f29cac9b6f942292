import { toPattern } from './pattern.js';
import type { PropertyType } from './property-type.js';
import { SPELLED_OUT, type MarkedSchema } from './schema-marks.js';

/** What one decorator of class-validator says, as JSON Schema and in words. */
export interface Fragment {
  readonly schema: MarkedSchema;
  /** A rule that the schema cannot say, for the description: `At most 2 decimal places`. */
  readonly hint?: string;
  /** Why no JSON value can ever pass. */
  readonly impossible?: string;
}

/** What a decorator's meaning depends on besides its own arguments. */
export interface FragmentContext {
  readonly type: PropertyType;
  /** The value (or item) is an object that `@ValidateNested` looks into. */
  readonly isNested: boolean;
  /** Another decorator, or the declared type, says that it is a string. */
  readonly isString: boolean;
}

/** From the decorator's arguments, as class-validator keeps them. */
export type FragmentOf = (args: readonly unknown[], context: FragmentContext) => Fragment;

export const ANYTHING: Fragment = { schema: {} };

export function text(keywords: MarkedSchema = {}, hint?: string): Fragment {
  return { schema: { type: 'string', ...keywords }, ...(hint ? { hint } : {}) };
}

export function number(keywords: MarkedSchema = {}, hint?: string): Fragment {
  return { schema: { type: 'number', ...keywords }, ...(hint ? { hint } : {}) };
}

export function list(keywords: MarkedSchema = {}, hint?: string): Fragment {
  return { schema: { type: 'array', ...keywords }, ...(hint ? { hint } : {}) };
}

/**
 * A string by an expression that nobody should have to read: the words are what is told.
 *
 * @param expression - Its source as under the `u` flag, or with the flags `i` and `s` written out.
 * @param words - What a caller is told who broke it; by default the hint, unless a format says it.
 */
export function spelledOut(
  expression: string | RegExp,
  hint?: string,
  keywords: MarkedSchema = {},
  words = keywords.format === undefined ? hint : undefined,
): Fragment {
  const pattern = typeof expression === 'string' ? expression : toPattern(expression);
  return text({ ...keywords, ...(pattern ? { pattern, [SPELLED_OUT]: words ?? true } : {}) }, hint);
}

/** Most decorators get no options: what such a one says is worked out once. */
export function byOptions<Options>(derive: (options?: Options) => Fragment): FragmentOf {
  let usual: Fragment | undefined;
  return ([options]) =>
    options === undefined ? (usual ??= derive()) : derive(asOptions<Options>(options));
}

/** A decorator's argument, where it is an object of options. */
export function asOptions<Options>(options: unknown): Options | undefined {
  return typeof options === 'object' && options !== null ? (options as Options) : undefined;
}

/** Exactly these values; what JSON cannot carry (objects by identity) is left out. */
export function oneOf(values: readonly unknown[]): MarkedSchema {
  const members = [...new Set(values)].filter(isPrimitive);
  const types = [...new Set(members.map((value) => (value === null ? 'null' : typeof value)))];
  const type = types.length === 1 ? types[0] : types;
  if (members.length === 0) return { not: {} };
  return members.length === 1 ? { type, const: members[0] } : { type, enum: members };
}

export function isPrimitive(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** An argument of a decorator, for a text. */
export function word(argument: unknown): string {
  return typeof argument === 'string' ? argument : (JSON.stringify(argument) ?? '');
}
