/* oxlint-disable no-underscore-dangle -- `_zod` is the name that zod gave it */
import { toPattern } from '../pattern.js';

/** The parts of zod 4's own description of a schema that are read; no import of zod is needed. */
export interface ZodContext {
  readonly zodSchema: { readonly _zod: { readonly def: ZodDefinition } };
  /** Is changed in place: that is zod's contract. */
  readonly jsonSchema: Record<string, unknown>;
}

interface ZodDefinition {
  readonly type: string;
  readonly coerce?: boolean;
  readonly pattern?: RegExp;
  readonly checks?: readonly { readonly _zod: { readonly def: ZodCheck } }[];
}

interface ZodCheck {
  readonly check: string;
  readonly pattern?: RegExp;
}

/** Marks a coerced boolean on the way through zod, which drops symbols. */
export const COERCION = 'x-toolport-coerced';

/** Corrects what zod says of one of its nodes. */
export function overrideZodNode({ zodSchema, jsonSchema }: ZodContext): void {
  const { def } = zodSchema._zod;
  if (def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
  if (def.type === 'boolean' && def.coerce === true) jsonSchema[COERCION] = true;
  if (def.type !== 'string') return;
  const checks = (def.checks ?? []).map((check) => check._zod.def);
  if (checks.some(({ check }) => check === 'overwrite')) {
    // `trim()`, `toLowerCase()`: what follows is said of the changed text, not of what arrives.
    for (const keyword of STRING_RULES) delete jsonSchema[keyword];
    return;
  }
  const patterns = [def.pattern, ...checks.map(({ pattern }) => pattern)].filter(isRegExp);
  if (patterns.some(({ flags }) => flags !== '')) putPatterns(patterns, jsonSchema);
}

const STRING_RULES = ['pattern', 'format', 'allOf', 'minLength', 'maxLength'];

/** zod takes the source of an expression and drops its flags. */
function putPatterns(patterns: readonly RegExp[], jsonSchema: Record<string, unknown>): void {
  const written = patterns.map(toPattern).filter((pattern) => pattern !== undefined);
  delete jsonSchema.pattern;
  delete jsonSchema.allOf;
  if (written.length === 1) jsonSchema.pattern = written[0];
  if (written.length > 1) jsonSchema.allOf = written.map((pattern) => ({ pattern }));
}

function isRegExp(value: RegExp | undefined): value is RegExp {
  return value !== undefined;
}
