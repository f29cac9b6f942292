import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { allDiffer } from './keyword-rules.js';
import { toChecked } from './schema-marks.js';
import { mapSubschemas, omitKeywords } from './schema-walk.js';

let ajv: Ajv2020 | undefined;
let loading: Promise<void> | undefined;

/**
 * Loads Ajv on its first use: a process that serves no call never pays for it. A dynamic import is
 * the one form that both module formats of this package have, hence the promise.
 *
 * @returns Undefined when it is there, so that a call path has nothing to wait for.
 */
export function loadAjv(): Promise<void> | undefined {
  if (ajv) return undefined;
  loading ??= import('ajv/dist/2020.js').then((module) => {
    ajv = createAjv(module.Ajv2020);
  });
  return loading;
}

/**
 * Compiles a schema; `loadAjv()` must have been awaited.
 *
 * Formats are off: class-validator's own notion of an e-mail address counts, not Ajv's.
 */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  if (!ajv) throw new Error('the argument check was used before its ready() was awaited');
  return ajv.compile(schema);
}

/** What Ajv says about a refusal that we have no words for. */
export function ajvWords(errors: readonly ErrorObject[] | null | undefined): string {
  return errors?.[0]?.message ?? 'does not fit the schema';
}

/**
 * The schema as Ajv shall see it: without what a `@Transform` hides, and without keywords that Ajv
 * reads in another sense than JSON Schema 2020-12 (`nullable`, `id`, `$async`).
 */
export function toCheckedSchema(schema: JsonSchema): JsonSchema {
  return withoutDialects(toChecked(schema));
}

function withoutDialects(node: JsonSchema): JsonSchema {
  return mapSubschemas(omitKeywords(node, 'nullable', 'id', '$async'), (child) =>
    isJsonObject(child) ? withoutDialects(child) : child,
  );
}

function createAjv(Ajv: typeof Ajv2020): Ajv2020 {
  const created = new Ajv({
    strict: false,
    validateFormats: false,
    // Raw schemas of two tools may carry the same `$id`.
    addUsedSchema: false,
    // Checked at boot (`check-schema.ts`), without Ajv.
    validateSchema: false,
    logger: false,
  });
  // Ajv compares each pair of items that are no scalars: quadratic in what a caller sends.
  created.removeKeyword('uniqueItems');
  created.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (unique: boolean, items: unknown[]) => !unique || allDiffer(items),
  });
  return created;
}
