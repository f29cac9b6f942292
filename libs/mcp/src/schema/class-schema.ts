import type { ClassType } from './class-type.js';
import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import type { PipeOptions } from './pipe-options.js';

/** For which direction, and under which options, a class is described. */
export type ClassSchemaOptions = InputSchemaOptions | OutputSchemaOptions;

/** What a `ValidationPipe` with these options accepts. */
export interface InputSchemaOptions {
  readonly direction: 'input';
  /** From `pipeOptionsOf`; `OWN_PIPE` where the app has no `ValidationPipe`. */
  readonly pipe: PipeOptions;
}

/** What the serialised instance looks like. */
export interface OutputSchemaOptions {
  readonly direction: 'output';
  /** Whether class-transformer writes the result (`ClassSerializerInterceptor`); default true. */
  readonly serialized?: boolean;
}

/** One top-level property, as far as routing its argument needs to know it. */
export interface PropertyDescription {
  /** The name on the wire (`@Expose({ name })`). */
  readonly name: string;
  /** The name in the class. */
  readonly property: string;
  /** A string would become `true` by conversion: hand a boolean over as a boolean. */
  readonly keepTyped: boolean;
}

/** What is known about a class. */
export interface ClassDescription {
  /**
   * The enforced schema with its words in it: `{ type: 'object', properties, … }`, `$defs` at the
   * root and only for classes on a cycle. Nodes may carry the marks of `schema-marks.ts`.
   */
  readonly schema: JsonSchema;
  readonly properties: readonly PropertyDescription[];
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/**
 * Derives the schema of a class from the metadata of class-validator, class-transformer,
 * TypeScript and @nestjs/swagger (docs/schemas.md). Derived once per class and options.
 */
export function describeClass(type: ClassType, options: ClassSchemaOptions): ClassDescription {
  void type;
  void options;
  throw new Error('describeClass is being written');
}
