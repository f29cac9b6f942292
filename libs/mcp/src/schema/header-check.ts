import { headerParamsOf } from '../protocol/header-params.js';
import type { ArgumentEntry } from './argument-entry.js';
import type { JsonSchema, SchemaDiagnostic, SchemaProfile } from './json-schema.js';
import { toTold } from './schema-marks.js';
import { acceptedTypes, propertiesOf } from './schema-types.js';
import { mentions } from './schema-walk.js';

const KEYWORD = 'x-mcp-header';

/**
 * Finds what is wrong with the `x-mcp-header` of a tool's arguments (2026-07-28, Streamable HTTP,
 * Schema Extension): clients drop a tool with a bad one.
 *
 * @param described - Before publication: for what the published form no longer shows: that `null` is accepted.
 * @param constants - They are never sent, so no header can mirror them.
 */
export function checkHeaders(
  described: JsonSchema,
  published: JsonSchema,
  constants: readonly (readonly [ArgumentEntry, unknown])[],
  { where, profile }: { readonly where: string; readonly profile: SchemaProfile },
): readonly SchemaDiagnostic[] {
  // Most schemas have no such keyword anywhere, and need no closer look.
  if (constants.length === 0 && !mentions(described, KEYWORD)) return [];
  const bad = (message: string, remedy: string): SchemaDiagnostic => ({
    severity: 'error',
    code: 'HEADER_INVALID',
    where,
    message,
    remedy,
  });
  const fixed = constants
    .filter(([{ schema }]) => KEYWORD in schema)
    .map(([{ name }]) =>
      bad(`"${name}" is a constant and has ${KEYWORD}`, `remove ${KEYWORD}, or the constant`),
    );
  const faults = headerParamsOf(published).faults.map(({ where: at, message }) =>
    bad(`${at}: ${message}`, `correct or remove ${KEYWORD}`),
  );
  const told = toTold(described);
  const nullable = nullableHeaders(told, told, '').map((at) =>
    bad(`${at}: ${KEYWORD} on a value that may be null`, 'make it optional instead of nullable'),
  );
  const lost = profile === 'gemini' && headerParamsOf(told).params.length > 0;
  return [...fixed, ...faults, ...nullable, ...(lost ? [dropped(where)] : [])];
}

function nullableHeaders(node: JsonSchema, root: JsonSchema, path: string): readonly string[] {
  return propertiesOf(node).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isBad = KEYWORD in property && acceptedTypes(property, root).has('null');
    return [...(isBad ? [at] : []), ...nullableHeaders(property, root, at)];
  });
}

function dropped(where: string): SchemaDiagnostic {
  return {
    severity: 'warning',
    code: 'HEADER_DROPPED',
    where,
    message: `the profile "gemini" cannot publish ${KEYWORD}`,
    remedy: 'use the profile "portable" where headers are needed',
  };
}
