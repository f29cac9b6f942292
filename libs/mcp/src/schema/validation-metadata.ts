import type { ClassType } from './class-type.js';
import type { ValidatorOptions } from './pipe-options.js';

/** One decorator of class-validator on one property (its `ValidationMetadata`, as far as read). */
export interface ValidationRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: unknown;
  readonly each?: boolean;
  readonly message?: unknown;
  readonly validateIf?: Condition;
}

/** A condition of `@ValidateIf()`, `@IsOptional()` or `{ validateIf }`. */
export type Condition = (object: object, value: unknown) => unknown;

/** The class that carries out one decorator. */
export interface ConstraintEntry {
  readonly name?: string;
  readonly async?: boolean;
  readonly instance: {
    validate(value: unknown, args: object): unknown;
    defaultMessage?(args: object): string;
  };
}

/** The public face of class-validator's `MetadataStorage`. */
export interface ValidationStorage {
  getTargetValidationMetadatas(
    target: ClassType,
    schema: string | null,
    always: boolean,
    strictGroups: boolean,
    groups?: readonly string[],
  ): ValidationRule[];
  getTargetValidatorConstraints(target: unknown): readonly ConstraintEntry[];
}

/** The rules of one property, by the way in which class-validator goes through them. */
export interface PropertyRules {
  readonly all: readonly ValidationRule[];
  /** `@ValidateIf()`, `@IsOptional()`: all must hold, or nothing is checked. */
  readonly conditions: readonly Condition[];
  readonly nested: readonly ValidationRule[];
  /** On the value itself. */
  readonly self: readonly ValidationRule[];
  /** On each item (`{ each: true }`). */
  readonly each: readonly ValidationRule[];
}

export const NO_RULES: PropertyRules = { all: [], conditions: [], nested: [], self: [], each: [] };

/**
 * The rules that apply to a class under these options, by property. Always asked of the storage:
 * its own way of dropping inherited rules is part of what the pipe does.
 */
export function rulesOf(
  type: ClassType,
  options: ValidatorOptions,
  storage: ValidationStorage | undefined,
): ReadonlyMap<string, PropertyRules> {
  const rules = narrowed(storage, type)?.getTargetValidationMetadatas(
    type,
    null,
    options.always ?? false,
    options.strictGroups ?? false,
    options.groups,
  );
  const byProperty = new Map<string, ValidationRule[]>();
  for (const rule of rules ?? []) {
    const known = byProperty.get(rule.propertyName);
    if (known) known.push(rule);
    else byProperty.set(rule.propertyName, [rule]);
  }
  return new Map([...byProperty].map(([property, list]) => [property, sortRules(list)]));
}

/** Whether a pipe without options would check anything in the class. */
export function hasRules(type: ClassType, storage: ValidationStorage | undefined): boolean {
  const rules = narrowed(storage, type)?.getTargetValidationMetadatas(type, null, false, false);
  return rules !== undefined && rules.length > 0;
}

/**
 * The storage with the metadata of the class and its ancestors alone. The real one looks through
 * every class that it knows for each question: hundreds of tools would ask hundreds of thousands of
 * times. Its map is private; where there is none of that name, the storage is asked as it is.
 */
function narrowed(
  storage: ValidationStorage | undefined,
  type: ClassType,
): ValidationStorage | undefined {
  const all = (storage as { validationMetadatas?: unknown } | undefined)?.validationMetadatas;
  if (!storage || !isMap(all)) return storage;
  const lineage: (readonly [unknown, unknown])[] = [];
  for (let one: unknown = type; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    if (all.has(one)) lineage.unshift([one, all.get(one)]);
  }
  const validationMetadatas = { value: new Map(lineage) };
  return Object.create(storage, { validationMetadatas }) as ValidationStorage;
}

function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return Object.prototype.toString.call(value) === '[object Map]';
}

function sortRules(all: readonly ValidationRule[]): PropertyRules {
  const constraints = all.filter(
    (rule) => rule.type === 'customValidation' || rule.type === 'isDefined',
  );
  return {
    all,
    conditions: all
      .filter((rule) => rule.type === 'conditionalValidation')
      .map((rule) => rule.constraints?.[0] as Condition),
    nested: all.filter((rule) => rule.type === 'nestedValidation'),
    self: constraints.filter((rule) => !rule.each),
    each: constraints.filter((rule) => rule.each),
  };
}
