import { word, type FragmentOf } from './constraint-fragment.js';
import { STRING_CONSTRAINTS } from './string-constraints.js';
import type { ValidationRule, ValidationStorage } from './validation-metadata.js';
import { VALUE_CONSTRAINTS } from './value-constraints.js';

const KNOWN = new Map<string, FragmentOf>(
  Object.entries({ ...STRING_CONSTRAINTS, ...VALUE_CONSTRAINTS }),
);

/** Names of all decorators of class-validator that have a meaning here. */
export const KNOWN_CONSTRAINTS: ReadonlySet<string> = new Set(KNOWN.keys());

/**
 * What one of class-validator's own decorators means.
 *
 * @returns Undefined for a user's own constraint: it stays opaque, and is never run.
 */
export function fragmentOf(rule: ValidationRule): FragmentOf | undefined {
  const known = rule.name === undefined ? undefined : KNOWN.get(rule.name);
  return known && hasOwnWrapper(rule) ? known : undefined;
}

/** Whether the rule is one of class-validator's own. */
export function isBuiltIn(rule: ValidationRule): boolean {
  return fragmentOf(rule) !== undefined;
}

/**
 * class-validator makes its own constraints by `registerDecorator()` with a plain object, which it
 * wraps in a class of this name; a user's class keeps the user's name.
 */
function hasOwnWrapper(rule: ValidationRule): boolean {
  return (rule.constraintCls as { name?: string } | undefined)?.name === 'CustomConstraint';
}

/** The words of a user's own constraint: its message, without running its check. */
export function messageOf(
  rule: ValidationRule,
  where: { readonly name: string; readonly target: string },
  storage: ValidationStorage,
): string | undefined {
  const args = {
    property: where.name,
    targetName: where.target,
    constraints: rule.constraints ?? [],
    value: undefined,
    object: {},
  };
  try {
    const words = callMessage(rule, args, storage);
    return typeof words === 'string' && words ? replaceTokens(words, args) : undefined;
  } catch {
    // A message that needs a value has no words without one.
    return undefined;
  }
}

function callMessage(rule: ValidationRule, args: object, storage: ValidationStorage): unknown {
  const { message } = rule;
  if (typeof message === 'function') return (message as (args: object) => unknown)(args);
  const entry = storage.getTargetValidatorConstraints(rule.constraintCls)[0];
  return message ?? entry?.instance.defaultMessage?.(args);
}

function replaceTokens(
  words: string,
  {
    property,
    targetName,
    constraints,
  }: { property: string; targetName: string; constraints: readonly unknown[] },
): string {
  const named = words.replaceAll('$property', property).replaceAll('$target', targetName);
  return named.replaceAll(/\$constraint(\d+)/g, (token, place: string) => {
    const value = constraints[Number(place) - 1];
    return value === undefined ? token : word(value);
  });
}
