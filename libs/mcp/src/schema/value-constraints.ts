import {
  ANYTHING,
  isPrimitive,
  list,
  number,
  oneOf,
  spelledOut,
  text,
  type Fragment,
  type FragmentOf,
} from './constraint-fragment.js';
import { DATE_VALUE } from './date-patterns.js';
import { enumValues } from './swagger-metadata.js';

/** Decorators of numbers, dates, lists, objects and of any value, by class-validator's names. */
export const VALUE_CONSTRAINTS: Readonly<Record<string, FragmentOf>> = {
  isNumber: ([options]) => number({}, decimalPlaces(options)),
  isInt: () => ({ schema: { type: 'integer' } }),
  isBoolean: () => ({ schema: { type: 'boolean' } }),
  min: ([bound]) => number({ minimum: bound }),
  max: ([bound]) => number({ maximum: bound }),
  isPositive: () => number({ exclusiveMinimum: 0 }),
  isNegative: () => number({ exclusiveMaximum: 0 }),
  isDivisibleBy: ([divisor]) => divisibleBy(divisor),
  isLatitude: (_, context) =>
    isText(context) ? text({}, 'Latitude') : number({ minimum: -90, maximum: 90 }),
  isLongitude: (_, context) =>
    isText(context) ? text({}, 'Longitude') : number({ minimum: -180, maximum: 180 }),

  isDate: (_, { type }) =>
    type.converted === Date
      ? spelledOut(DATE_VALUE, undefined, { format: 'date-time' })
      : { ...ANYTHING, impossible: '@IsDate() needs @Type(() => Date): JSON has no dates' },
  minDate: ([bound], context) => dateBound(bound, 'On or after', context.type.converted),
  maxDate: ([bound], context) => dateBound(bound, 'On or before', context.type.converted),

  isDefined: () => ANYTHING,
  isEmpty: () => ({ schema: { enum: ['', null] } }),
  isNotEmpty: (_, { isString }) => ({
    schema: isString ? { minLength: 1 } : { not: { const: '' } },
  }),
  equals: ([value]) => ({ schema: oneOf([value]) }),
  notEquals: ([value]) => noneOf([value]),
  isIn: ([values]) => ({ schema: oneOf(asList(values)) }),
  isNotIn: ([values]) => noneOf(asList(values)),
  isEnum: ([entity, values]) => ({ schema: oneOf(asList(values ?? enumValues(entity))) }),

  isArray: () => list(),
  arrayMinSize: ([min]) => list({ minItems: min }),
  arrayMaxSize: ([max]) => list({ maxItems: max }),
  arrayNotEmpty: () => list({ minItems: 1 }),
  arrayUnique: (_, { isNested }) => (isNested ? list() : list({ uniqueItems: true })),
  arrayContains: ([values]) =>
    list({
      allOf: asList(values)
        .filter(isPrimitive)
        .map((value) => ({ contains: { const: value } })),
    }),
  arrayNotContains: ([values]) =>
    list({ not: { contains: { enum: asList(values).filter(isPrimitive) } } }),

  isObject: () => ({ schema: { type: 'object' } }),
  isNotEmptyObject: ([options]) => notEmptyObject(options),
  isInstance: () => ({ schema: { type: 'object' } }),
};

function decimalPlaces(options: unknown): string | undefined {
  const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
  // `multipleOf: 0.01` would refuse 0.07 by its rounding error.
  return places === undefined ? undefined : `At most ${places} decimal places`;
}

function divisibleBy(divisor: unknown): Fragment {
  // validator reads the divisor as a whole number.
  const whole = Math.abs(Number.parseInt(String(divisor), 10));
  if (whole > 0) return number({ multipleOf: whole });
  return { ...number(), impossible: `@IsDivisibleBy(${String(divisor)}) refuses every number` };
}

function isText({ isString, type }: Parameters<FragmentOf>[1]): boolean {
  return isString || type.design === String || type.converted === String;
}

function dateBound(bound: unknown, words: string, converted: unknown): Fragment {
  if (converted !== Date) {
    return { ...ANYTHING, impossible: '@MinDate() and @MaxDate() need @Type(() => Date)' };
  }
  // A function gives another date for each call: what it gives now is not what it will give.
  if (typeof bound === 'function')
    return dateFragment(`${words} a date set at the time of the call`);
  return dateFragment(`${words} ${(bound as Date).toISOString()}`);
}

function dateFragment(hint: string): Fragment {
  return spelledOut(DATE_VALUE, hint, { format: 'date-time' });
}

function noneOf(values: readonly unknown[]): Fragment {
  const members = values.filter(isPrimitive);
  if (members.length === 0) return ANYTHING;
  return { schema: { not: members.length === 1 ? { const: members[0] } : { enum: members } } };
}

function notEmptyObject(options: unknown): Fragment {
  const mayBeNull = (options as { nullable?: boolean } | undefined)?.nullable !== false;
  const schema = { type: 'object', minProperties: 1 };
  if (mayBeNull) return { schema };
  return {
    schema: { ...schema, not: { additionalProperties: { type: 'null' } } },
    hint: 'At least one property that is not null',
  };
}

function asList(values: unknown): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}
