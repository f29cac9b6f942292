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
  readonly #refused: readonly string[];
  #decoder?: ArgumentDecoder;
  #schema?: JsonSchema;
  #validate?: ValidateFunction;

  constructor(
    readonly enforced: JsonSchema,
    plan: InputPlan,
  ) {
    this.#refused = plan.refused ?? [];
  }

  ready(): Promise<void> | undefined {
    return loadAjv();
  }

  decode(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    this.#decoder ??= compileDecoder(this.enforced);
    return this.#decoder(args);
  }

  check(args: Readonly<Record<string, unknown>>): readonly ArgumentIssue[] | undefined {
    const forbidden = this.#forbidden(args);
    const misfits = this.#misfits(args);
    return forbidden || misfits ? [...(forbidden ?? []), ...(misfits ?? [])] : undefined;
  }

  /** What no schema can allow: keys of prototypes and withheld arguments. */
  #forbidden(args: Readonly<Record<string, unknown>>): ArgumentIssue[] | undefined {
    const found = findPrototypeKeys(args);
    const refused = this.#refused.filter((name) => Object.hasOwn(args, name));
    if (found.length === 0 && refused.length === 0) return undefined;
    return [
      ...found.map(({ path, message }) => ({ path: toPath(path), message })),
      ...refused.map((name) => ({ path: name, message: 'may not be given' })),
    ];
  }

  #misfits(args: Readonly<Record<string, unknown>>): readonly ArgumentIssue[] | undefined {
    this.#schema ??= toCheckedSchema(this.enforced);
    this.#validate ??= compileSchema(this.#schema);
    try {
      if (this.#validate(args)) return undefined;
      const issues = explainIssues(this.#schema, args);
      return issues.length > 0 ? issues : [{ path: '', message: ajvWords(this.#validate.errors) }];
    } catch (error) {
      // Only recursion through a recursive schema can overflow: the depth is the caller's.
      if (error instanceof RangeError) return [{ path: '', message: 'is nested too deeply' }];
      throw error;
    }
  }
}
