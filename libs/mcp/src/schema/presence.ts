import { isBuiltIn } from './constraints.js';
import type { ValidatorOptions } from './pipe-options.js';
import type { Condition, PropertyRules, ValidationRule } from './validation-metadata.js';

/** Whether class-validator lets a value of a property pass. */
export type Verdict =
  | 'accepts'
  | 'refuses'
  /** A user's own constraint decides, and is not run. */
  | 'opaque'
  /** A condition looks at other properties. */
  | 'depends';

/** One property under probe. */
export interface ProbedProperty {
  readonly property: string;
  readonly rules: PropertyRules;
  readonly options: ValidatorOptions;
}

/**
 * Asks class-validator's own constraints whether they accept a value, in the order in which it
 * would go through them: conditions, `@IsDefined()`, the `skip…` options, the rest.
 */
export function probe(probed: ProbedProperty, value: unknown): Verdict {
  const { rules, options } = probed;
  const condition = evaluate(rules.conditions, probed.property, value);
  if (condition !== 'holds') return condition === 'fails' ? 'accepts' : 'depends';
  // `@IsDefined()` is asked first, and nothing skips it.
  for (const rule of rules.self) {
    if (rule.type === 'isDefined' && check(rule, probed, value) === 'refuses') return 'refuses';
  }
  if (isSkipped(value, options)) return 'accepts';
  const checks = rules.each.length === 0 ? rules.self : [...rules.self, ...rules.each];
  const verdict = checkAll(checks, probed, value);
  if (verdict !== 'refuses' && rules.nested.length > 0 && !isNestable(value)) return 'refuses';
  return verdict;
}

/** Whether conditions on the value alone hold for it; `unknown` where they look at other properties. */
export function evaluate(
  conditions: readonly Condition[],
  property: string,
  value: unknown,
): 'holds' | 'fails' | 'unknown' {
  let verdict: 'holds' | 'unknown' = 'holds';
  for (const condition of conditions) {
    const outcome = evaluateOne(condition, property, value);
    if (outcome === 'fails') return 'fails';
    if (outcome === 'unknown') verdict = 'unknown';
  }
  return verdict;
}

function evaluateOne(
  condition: Condition,
  property: string,
  value: unknown,
): 'holds' | 'fails' | 'unknown' {
  const watch = new OwnerWatch(property);
  const owner = new Proxy<Record<string | symbol, unknown>>({ [property]: value }, watch);
  try {
    const holds = Boolean(condition(owner, value));
    if (watch.looksAside) return 'unknown';
    return holds ? 'holds' : 'fails';
  } catch {
    return 'unknown';
  }
}

/** Sees whether a condition looks at other properties than its own. */
class OwnerWatch implements ProxyHandler<Record<string | symbol, unknown>> {
  looksAside = false;

  constructor(private readonly property: string) {}

  get(target: Record<string | symbol, unknown>, key: string | symbol): unknown {
    if (key !== this.property && typeof key === 'string') this.looksAside = true;
    return target[key];
  }

  has(target: object, key: string | symbol): boolean {
    if (key !== this.property) this.looksAside = true;
    return key in target;
  }

  ownKeys(target: object): (string | symbol)[] {
    this.looksAside = true;
    return Reflect.ownKeys(target);
  }
}

function isSkipped(value: unknown, options: ValidatorOptions): boolean {
  if (value === undefined && options.skipUndefinedProperties) return true;
  if (value === null && options.skipNullProperties) return true;
  return (value === undefined || value === null) && options.skipMissingProperties === true;
}

/** `@ValidateNested()` passes over undefined, and refuses what is no object. */
function isNestable(value: unknown): boolean {
  return value === undefined || (typeof value === 'object' && value !== null);
}

function checkAll(
  rules: readonly ValidationRule[],
  probed: ProbedProperty,
  value: unknown,
): 'accepts' | 'refuses' | 'opaque' {
  let verdict: 'accepts' | 'opaque' = 'accepts';
  for (const rule of rules) {
    const outcome = check(rule, probed, value);
    if (outcome === 'refuses') return 'refuses';
    if (outcome === 'opaque') verdict = 'opaque';
  }
  return verdict;
}

function check(
  rule: ValidationRule,
  { property }: ProbedProperty,
  value: unknown,
): 'accepts' | 'refuses' | 'opaque' {
  if (!isBuiltIn(rule)) return 'opaque';
  if (rule.validateIf) {
    const condition = evaluate([rule.validateIf], property, value);
    if (condition !== 'holds') return condition === 'fails' ? 'accepts' : 'opaque';
  }
  const args = { value, constraints: rule.constraints, targetName: '', property, object: NOBODY };
  try {
    // class-validator's own container looks through all the constraints that it ever made; the
    // wrapper of a built-in check has no state, so that it needs no instance either.
    const { prototype: constraint } = rule.constraintCls as BuiltInConstraint;
    const passes = rule.each
      ? itemsOf(value).every((item) => Boolean(constraint.validate(item, args)))
      : constraint.validate(value, args);
    return passes ? 'accepts' : 'refuses';
  } catch {
    // What makes the check throw does not get past it.
    return 'refuses';
  }
}

const NOBODY = Object.freeze({});

/** The class that class-validator makes round each of its own checks. */
interface BuiltInConstraint {
  readonly prototype: { validate(value: unknown, args: object): unknown };
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (value instanceof Set || value instanceof Map) return [...value.values()];
  return [value];
}
