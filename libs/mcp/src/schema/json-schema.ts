import type { JsonSchemaObject } from '../protocol/messages.js';

/** A JSON Schema 2020-12 object; boolean schemas are never emitted. */
export type JsonSchema = JsonSchemaObject;

/** Which subset of JSON Schema is published (docs/schemas.md). */
export type SchemaProfile = 'portable' | 'full' | 'gemini';

/** Something worth telling about a type: found once, at boot. */
export interface SchemaDiagnostic {
  /** `error`: the application does not start. */
  readonly severity: 'error' | 'warning' | 'info';
  /** Stable token, e.g. `DATE_WITHOUT_TYPE`. */
  readonly code: string;
  /** `Class.property` or a JSON pointer. */
  readonly where: string;
  /** What is wrong or lost. */
  readonly message: string;
  /** How it is mended. */
  readonly remedy?: string;
}

/** What is known about one direction of a type. */
export interface SchemaDescription {
  /** Full fidelity: what the pipes accept. */
  readonly enforced: JsonSchema;
  /** What the model is told. */
  readonly published: JsonSchema;
  /** What could not be described, or not in full. */
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** The input of a tool without parameters, exactly (DESIGN: every client takes this form). */
export const NO_ARGUMENTS: JsonSchema = Object.freeze({
  type: 'object',
  properties: Object.freeze({}),
  additionalProperties: false,
});
