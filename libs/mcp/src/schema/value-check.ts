import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ajvWords, compileSchema, loadAjv, toCheckedSchema } from './ajv-validator.js';
import type { ArgumentIssue } from './argument-check.js';
import { explainIssues } from './explain-issues.js';
import type { JsonSchema } from './json-schema.js';

/** A schema as a function of any JSON value; compiled on its first use. */
export interface ValueCheck {
  /** Loads the validator on the process's first use; undefined when there is nothing to wait for. */
  ready(): Promise<void> | undefined;
  /** All issues; undefined when there are none. `ready()` must have been awaited. */
  check(value: unknown): readonly ArgumentIssue[] | undefined;
}

/** The check of an answer against its declared type. */
export function createValueCheck(schema: JsonSchema): ValueCheck {
  let checked: JsonSchema | undefined;
  let validate: ValidateFunction | undefined;
  return {
    ready: loadAjv,
    check(value) {
      checked ??= toCheckedSchema(schema);
      validate ??= compileSchema(checked);
      if (validate(value)) return undefined;
      const issues = explainIssues(checked, value);
      return issues.length > 0 ? issues : [{ path: '', message: ajvWords(validate.errors) }];
    },
  };
}
