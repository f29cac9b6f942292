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

export const NO_RULES: PropertyRules = noRules();

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
  const byProperty = new Map<string, SortedRules>();
  for (const rule of rules ?? []) {
    let sorted = byProperty.get(rule.propertyName);
    if (!sorted) byProperty.set(rule.propertyName, (sorted = noRules()));
    sort(rule, sorted);
  }
  return byProperty;
}

/** Whether a pipe without options would check anything in the class. */
export function hasRules(type: ClassType, storage: ValidationStorage | undefined): boolean {
  const rules = narrowed(storage, type)?.getTargetValidationMetadatas(type, null, false, false);
  return rules !== undefined && rules.length > 0;
}

/** The class and its ancestors: by `extends`, and those whose prototype alone is inherited, as before ES2015. */
function lineageOf(type: ClassType): Set<unknown> {
  const found = new Set<unknown>();
  for (let one: unknown = type; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    found.add(one);
  }
  for (let one: unknown = type.prototype; isObject(one); one = Object.getPrototypeOf(one)) {
    found.add(one.constructor);
  }
  return found;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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
  for (const one of lineageOf(type)) {
    const own = all.get(one);
    if (own !== undefined) lineage.unshift([one, own]);
  }
  let view = views.get(storage);
  if (!view) views.set(storage, (view = Object.create(storage) as NarrowStorage));
  view.validationMetadatas = new Map(lineage);
  return view;
}

type NarrowStorage = ValidationStorage & { validationMetadatas?: ReadonlyMap<unknown, unknown> };

/** One per storage, which each question gives another map. */
const views = new WeakMap<ValidationStorage, NarrowStorage>();

function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return Object.prototype.toString.call(value) === '[object Map]';
}

type SortedRules = { [Way in keyof PropertyRules]: PropertyRules[Way][number][] };

function noRules(): SortedRules {
  return { all: [], conditions: [], nested: [], self: [], each: [] };
}

function sort(rule: ValidationRule, rules: SortedRules): void {
  rules.all.push(rule);
  switch (rule.type) {
    case 'conditionalValidation':
      rules.conditions.push(rule.constraints?.[0] as Condition);
      break;
    case 'nestedValidation':
      rules.nested.push(rule);
      break;
    case 'customValidation':
    case 'isDefined':
      (rule.each ? rules.each : rules.self).push(rule);
      break;
    default:
  }
}
