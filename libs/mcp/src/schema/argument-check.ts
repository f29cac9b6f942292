import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ajvWords, compileSchema, loadAjv, toCheckedSchema } from './ajv-validator.js';
import { compileDecoder, type ArgumentDecoder } from './argument-decoder.js';
import { explainIssues } from './explain-issues.js';
import type { JsonSchema } from './json-schema.js';
import type { InputPlan } from './parameter-description.js';
import { findPrototypeKeys } from './prototype-keys.js';
import { toPath, type ArgumentIssue } from './relative-issue.js';

export type { ArgumentIssue } from './relative-issue.js';

/** The enforced schema as a function; compiled on the first call, never per request. */
export interface ArgumentCheck {
  /**
   * Makes the check usable: loads the validator on the process's first call. Undefined when there is
   * nothing to wait for, which is every call but the first ones.
   */
  ready(): Promise<void> | undefined;
  /** Decodes strings that hold JSON where the schema wants an array or object; never mutates. */
  decode(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** All issues of already decoded arguments; undefined when there are none. */
  check(args: Readonly<Record<string, unknown>>): readonly ArgumentIssue[] | undefined;
}

/**
 * The check of one tool's arguments against what its pipes accept (DESIGN §2.6).
 *
 * Cheap to make: nothing is compiled before the tool's first call.
 *
 * @example
 * ```ts
 * const pending = check.ready();
 * if (pending) await pending;
 * const args = check.decode(raw);
 * const issues = check.check(args);
 * ```
 */
export function createArgumentCheck(enforced: JsonSchema, plan: InputPlan): ArgumentCheck {
  return new CompiledCheck(enforced, plan);
}

class CompiledCheck implements ArgumentCheck {
  readonly #refused: ReadonlySet<string>;
  #decoder?: ArgumentDecoder;
  #schema?: JsonSchema;
  #validate?: ValidateFunction;

  constructor(
    readonly enforced: JsonSchema,
    plan: InputPlan,
  ) {
    this.#refused = new Set(plan.refused);
  }

  ready(): Promise<void> | undefined {
    return loadAjv();
  }

  decode(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    this.#decoder ??= compileDecoder(this.enforced);
    return this.#decoder(args);
  }

  check(args: Readonly<Record<string, unknown>>): readonly ArgumentIssue[] | undefined {
    const issues = [...this.#forbidden(args), ...this.#misfits(args)];
    return issues.length > 0 ? issues : undefined;
  }

  /** What no schema can allow: keys of prototypes and withheld arguments. */
  #forbidden(args: Readonly<Record<string, unknown>>): ArgumentIssue[] {
    const issues = findPrototypeKeys(args).map(({ path, message }) => ({
      path: toPath(path),
      message,
    }));
    for (const name of this.#refused) {
      if (Object.hasOwn(args, name)) issues.push({ path: name, message: 'may not be given' });
    }
    return issues;
  }

  #misfits(args: Readonly<Record<string, unknown>>): readonly ArgumentIssue[] {
    this.#schema ??= toCheckedSchema(this.enforced);
    this.#validate ??= compileSchema(this.#schema);
    try {
      const fits = this.#validate(args);
      if (fits) return [];
      const issues = explainIssues(this.#schema, args);
      if (issues.length > 0) return issues;
      return [{ path: '', message: ajvWords(this.#validate.errors) }];
    } catch (error) {
      // Only recursion through a recursive schema can overflow: the depth is the caller's.
      if (error instanceof RangeError) return [{ path: '', message: 'is nested too deeply' }];
      throw error;
    }
  }
}
