import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  ArrayUnique,
  Contains,
  Equals,
  IsAlpha,
  IsArray,
  IsBoolean,
  IsDate,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO8601,
  IsIP,
  IsNegative,
  IsNotEmpty,
  IsNotIn,
  IsNumber,
  IsNumberString,
  IsObject,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotContains,
  NotEquals,
  type ValidationOptions,
} from 'class-validator';
import { Type } from 'class-transformer';
import type { DeclaredType } from './declared-types.js';
import type { Random } from './random.js';

/** A scalar value as a DTO may ask for it: its decorators, its declared type, and valid values. */
export interface RandomValue {
  readonly declared: DeclaredType;
  /** `design:type`. */
  readonly design: unknown;
  readonly valid: readonly unknown[];
  decorators(options: ValidationOptions): PropertyDecorator[];
}

enum Colour {
  Red = 'red',
  Blue = 'blue',
}

enum Size {
  Small,
  Large = 5,
}

enum Mixed {
  One = 1,
  Two = 'two',
}

const UUID = '3d6f0a8e-5b0f-4f53-9c1c-2b7a6f1f8f11';

/** Any one of the kinds below. */
export function randomValue(random: Random): RandomValue {
  return random.pick([text, text, text, format, number, number, boolean, members, date])(random);
}

function text(random: Random): RandomValue {
  const min = random.below(4);
  const rules = random.some(
    [
      (options: ValidationOptions) => MinLength(min, options),
      (options: ValidationOptions) => MaxLength(min + 3, options),
      (options: ValidationOptions) => Length(min, min + 5, options),
      (options: ValidationOptions) => IsNotEmpty(options),
      (options: ValidationOptions) => Matches(/^[a-z]*$/i, options),
      (options: ValidationOptions) => Matches(/^\w[\w-. ]*$/, options),
      (options: ValidationOptions) => NotContains('x+', options),
      (options: ValidationOptions) => IsNotIn(['abc', 'root'], options),
      (options: ValidationOptions) => NotEquals('a', options),
    ],
    0.16,
  );
  return {
    declared: { kind: 'string' },
    design: String,
    valid: ['abcd', 'ab', 'a', ''],
    decorators: (options) => [IsString(options), ...rules.map((rule) => rule(options))],
  };
}

const FORMATS: readonly (readonly [string, (options: ValidationOptions) => PropertyDecorator])[] = [
  ['a@b.co', (options) => IsEmail({}, options)],
  [UUID, (options) => IsUUID('4', options)],
  [UUID, (options) => IsUUID('all', options)],
  ['2024-02-29', (options) => IsISO8601({}, options)],
  ['2024-02-29', (options) => IsISO8601({ strict: true }, options)],
  ['1.2.3.4', (options) => IsIP(4, options)],
  ['1.5', (options) => IsNumberString({}, options)],
  ['abc', (options) => IsAlpha('en-US', options)],
  ['xa.b', (options) => Contains('a.b', options)],
];

function format(random: Random): RandomValue {
  const [sample, rule] = random.pick(FORMATS);
  return {
    declared: { kind: 'string' },
    design: String,
    valid: [sample],
    decorators: (options) => [rule(options)],
  };
}

function number(random: Random): RandomValue {
  const low = random.below(10) - 3;
  const isInteger = random.chance(0.5);
  const rules = random.some(
    [
      (options: ValidationOptions) => Min(low, options),
      (options: ValidationOptions) => Max(low + 7, options),
      (options: ValidationOptions) => IsPositive(options),
      (options: ValidationOptions) => IsNegative(options),
      (options: ValidationOptions) => NotEquals(2, options),
      (options: ValidationOptions) => IsNotIn([1, 3], options),
    ],
    0.16,
  );
  const converts = random.chance(0.3);
  return {
    declared: { kind: 'number' },
    design: Number,
    valid: [low + 1, 5, -1, 0],
    decorators: (options) => [
      isInteger ? IsInt(options) : IsNumber({}, options),
      ...rules.map((rule) => rule(options)),
      ...(converts ? [Type(() => Number)] : []),
    ],
  };
}

function boolean(): RandomValue {
  return {
    declared: { kind: 'boolean' },
    design: Boolean,
    valid: [true, false],
    decorators: (options) => [IsBoolean(options)],
  };
}

function members(random: Random): RandomValue {
  const oneOf = (values: readonly unknown[]): DeclaredType => ({
    kind: 'union',
    of: values.map((value) => ({ kind: 'literal', value })),
  });
  const from = (
    values: readonly unknown[],
    design: unknown,
    rule: (options: ValidationOptions) => PropertyDecorator,
  ): RandomValue => ({
    declared: oneOf(values),
    design,
    valid: values,
    decorators: (options) => [rule(options)],
  });
  return random.pick([
    from(['red', 'blue'], String, (options) => IsEnum(Colour, options)),
    from([0, 5], Number, (options) => IsEnum(Size, options)),
    from([1, 'two'], Object, (options) => IsEnum(Mixed, options)),
    from(['a', 'b'], String, (options) => IsIn(['a', 'b'], options)),
    from([1, 'a', true, null], Object, (options) => IsIn([1, 'a', true, null], options)),
    from(['fixed'], String, (options) => Equals('fixed', options)),
    from([7], Number, (options) => Equals(7, options)),
  ]);
}

function date(): RandomValue {
  return {
    declared: { kind: 'date' },
    design: Date,
    valid: ['2024-01-01T10:00:00Z'],
    decorators: (options) => [IsDate(options), Type(() => Date)],
  };
}

/** Decorators that bound a list of such values. */
export function listDecorators(random: Random, value: RandomValue): PropertyDecorator[] {
  const size = random.below(2);
  const bounds = random.some(
    [() => ArrayMinSize(size), () => ArrayMaxSize(size + 2), () => ArrayNotEmpty()],
    0.3,
  );
  const isPlain = value.declared.kind !== 'date';
  const isUnique = isPlain && random.chance(0.2);
  return [
    ...(random.chance(0.8) ? [IsArray()] : []),
    ...bounds.map((bound) => bound()),
    ...(isUnique ? [ArrayUnique()] : []),
    ...value.decorators({ each: true }),
  ];
}

export function anyObject(): PropertyDecorator[] {
  return [IsObject()];
}
