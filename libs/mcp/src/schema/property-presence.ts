import type { PropertyContext } from './described-class.js';
import { probe, type Verdict } from './presence.js';
import { mergeSchemas } from './merge-schemas.js';
import { isUnconstrained, orNull } from './nullable-schema.js';
import { referredClass } from './class-reference.js';
import { TOLERATES_NULL, type MarkedSchema } from './schema-marks.js';

/** Whether a property may be left out, and what it is then. */
export interface Presence {
  readonly isRequired: boolean;
  /** What the class's initialiser gives, if it is the same for each instance and fits in JSON. */
  readonly initial?: unknown;
  /** Validated only under a condition on other fields. */
  readonly isConditional: boolean;
  /** Whether the validators refuse `undefined`, whatever an initialiser would make of it. */
  readonly refusesAbsence: boolean;
}

export function propertyPresence(context: PropertyContext): Presence {
  const { rules, swagger, property, diagnostics } = context;
  const absent = ask(context, undefined);
  let hasDefault = hasSurvivingDefault(context);
  if (hasDefault && ask(context, context.initial[0]) === 'refuses') {
    hasDefault = false;
    diagnostics.report('DEFAULT_REFUSED', property);
  }
  const isRequired =
    rules.all.length > 0
      ? isRefused(absent, swagger?.required) && !hasDefault
      : swagger !== undefined && swagger.required !== false && !hasDefault;
  const presence = {
    isRequired,
    isConditional: absent === 'depends',
    refusesAbsence: absent === 'refuses',
  };
  return hasDefault ? { ...presence, ...tellable(context.initial) } : presence;
}

/** A constraint of the user's own is taken to refuse what is missing, unless swagger knows better. */
function isRefused(absent: Verdict, swaggerRequired: boolean | undefined): boolean {
  return absent === 'refuses' || (absent === 'opaque' && swaggerRequired !== false);
}

/**
 * Adds or takes away `null` as the validators do. Only swagger, or a condition that singles `null`
 * out, says that it means something; `@IsOptional()` lets it pass for want of a better word.
 */
export function withNull(
  context: PropertyContext,
  schema: MarkedSchema,
  { refusesAbsence }: Presence,
): MarkedSchema {
  const verdict = ask(context, null);
  const admits = admitsNull(schema);
  if (verdict === 'refuses' && admits) return withoutNull(schema);
  if (verdict !== 'accepts' || admits) return schema;
  const isMeant = context.swagger?.nullable === true || refusesAbsence;
  return isMeant ? orNull(schema) : { ...orNull(schema), [TOLERATES_NULL]: true };
}

function ask({ property, rules, pipe }: PropertyContext, value: unknown): Verdict {
  return probe({ property, rules, options: pipe.validator }, value);
}

/** Whether the initialiser's value is still there when the key is absent. */
function hasSurvivingDefault({
  initial,
  property,
  transformation,
  pipe,
}: PropertyContext): boolean {
  if (initial[0] === undefined || typeof initial[0] === 'function') return false;
  const isVisible = transformation.isVisible(property);
  const { exposeDefaultValues, exposeUnsetFields } = pipe.transformer;
  // class-transformer writes undefined over an exposed property that the source does not have.
  const isOverwritten = isVisible && transformation.exposed.includes(property);
  return !isOverwritten || exposeDefaultValues === true || exposeUnsetFields === false;
}

function tellable([first, second]: readonly [unknown, unknown]): { initial?: unknown } {
  try {
    const json = JSON.stringify(first);
    // A time or an id of its own differs for each instance, and says nothing.
    if (json === undefined || json !== JSON.stringify(second)) return {};
    return { initial: JSON.parse(json) as unknown };
  } catch {
    return {};
  }
}

function admitsNull(schema: MarkedSchema): boolean {
  if (referredClass(schema)) return false;
  const { type } = schema;
  if (type !== undefined) return Array.isArray(type) ? type.includes('null') : type === 'null';
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if ('const' in schema) return schema.const === null;
  const parts = (schema.anyOf ?? schema.oneOf) as readonly MarkedSchema[] | undefined;
  return parts ? parts.some(admitsNull) : true;
}

function withoutNull(schema: MarkedSchema): MarkedSchema {
  if (isUnconstrained(schema) || !('not' in schema)) return { ...schema, not: { type: 'null' } };
  return mergeSchemas([schema, { not: { type: 'null' } }]);
}
