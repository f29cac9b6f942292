import { evaluate } from './presence.js';
import type { PropertyType } from './property-type.js';
import type { MarkedSchema } from './schema-marks.js';
import type { Condition, PropertyRules } from './validation-metadata.js';

/** A JSON type, values that stand for it, and the ones that people single out by a condition. */
interface TypeProbe {
  readonly type: string;
  readonly values: readonly unknown[];
  /** Schema of a value that alone may pass unchecked. */
  readonly singles: readonly (readonly [value: unknown, schema: MarkedSchema])[];
}

const EMPTY_LIST: readonly unknown[] = [];

const PROBES: readonly TypeProbe[] = [
  {
    type: 'string',
    values: ['', ' ', 'a', 'abc', '0', '12', 'true', 'none', 'a'.repeat(300)],
    singles: [['', { const: '' }]],
  },
  { type: 'number', values: [0, 1, -1, 0.5, 42, 1e9], singles: [[0, { const: 0 }]] },
  {
    type: 'boolean',
    values: [true, false],
    singles: [
      [true, { const: true }],
      [false, { const: false }],
    ],
  },
  {
    type: 'array',
    values: [EMPTY_LIST, ['a'], [1, 2, 3]],
    singles: [[EMPTY_LIST, { type: 'array', maxItems: 0 }]],
  },
  { type: 'object', values: [{}, { a: 1 }], singles: [] },
];

/** The JSON types of values that a declared type has; all of them where it says nothing. */
const TYPES_OF = new Map<unknown, readonly string[]>([
  [String, ['string']],
  [Number, ['number']],
  [Boolean, ['boolean']],
  [Array, ['array']],
]);

/**
 * What `@ValidateIf()` lets pass without a check, by asking its functions about values of each
 * type, as class-validator does at each call; those that look at other properties say nothing here.
 *
 * @returns Schemas of such values: `''` alone, or a whole type where some of its values pass.
 */
export function uncheckedValues(
  rules: PropertyRules,
  property: string,
  { design, converted }: PropertyType,
): readonly MarkedSchema[] {
  if (rules.conditions.length === 0) return [];
  const conditions = rules.all
    // @IsOptional() looks at null and undefined only.
    .filter((rule) => rule.type === 'conditionalValidation' && rule.name !== 'isOptional')
    .map((rule) => rule.constraints?.[0] as Condition);
  if (conditions.length === 0) return [];
  const types = TYPES_OF.get(converted ?? design);
  return PROBES.filter(({ type }) => types?.includes(type) ?? true).flatMap((probe) => {
    const unchecked = probe.values.filter(
      (value) => evaluate(conditions, property, convert(value, converted)) === 'fails',
    );
    const single = probe.singles.find(([value]) => value === unchecked[0]);
    if (unchecked.length === 0) return [];
    return unchecked.length === 1 && single ? [single[1]] : [{ type: probe.type }];
  });
}

/** What class-transformer makes of the value before a condition sees it. */
function convert(value: unknown, type: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => convert(item, type));
  if (type === Date) return new Date(value as string);
  const isScalar = type === String || type === Number || type === Boolean;
  return isScalar ? (type as (value: unknown) => unknown)(value) : value;
}
