import * as classValidator from 'class-validator';
import { KNOWN_CONSTRAINTS } from '../../src/schema/constraints.js';

/** Decorators that are no checks of a value: how they are read is said where they are read. */
const OTHERS = [
  'Allow',
  'IsOptional',
  'Validate',
  'ValidateBy',
  'ValidateIf',
  'ValidateNested',
  'ValidatePromise',
  'ValidatorConstraint',
];

/** Exports with a capital that are no decorators. */
const CLASSES = ['MetadataStorage', 'ValidationError', 'ValidationTypes', 'Validator'];

type Factory = (...args: unknown[]) => PropertyDecorator;

/** Arguments without which a decorator cannot be made. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  ArrayContains: [['a']],
  ArrayNotContains: [['a']],
  Contains: ['a'],
  IsEnum: [{ A: 'a' }],
  IsIn: [['a']],
  IsMACAddress: [],
  IsInstance: [Date],
  IsNotIn: [['a']],
  Matches: [/a/],
  MaxDate: [new Date(0)],
  MinDate: [new Date(0)],
};

describe('decorators of class-validator', () => {
  const exported = Object.keys(classValidator).filter(
    (name) => /^[A-Z][a-z]/.test(name) && !CLASSES.includes(name) && !OTHERS.includes(name),
  );

  it.each(exported)('@%s() has a meaning in a schema', (name) => {
    class Dto {}
    const factory = (classValidator as unknown as Readonly<Record<string, Factory>>)[name];
    factory?.(...(ARGUMENTS[name] ?? [1]))(Dto.prototype, 'value');
    const rules = classValidator
      .getMetadataStorage()
      .getTargetValidationMetadatas(Dto, '', false, false);
    expect(rules).toHaveLength(1);
    expect([...KNOWN_CONSTRAINTS]).toContain(rules[0]?.name);
  });

  it('are all found: a new one does not slip by', () => {
    expect(exported.length).toBeGreaterThanOrEqual(KNOWN_CONSTRAINTS.size);
  });
});
