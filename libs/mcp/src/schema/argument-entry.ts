import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import type { ArgumentSource } from './parameter-description.js';

/** One argument on its way to the flat object: where it comes from, and what it accepts. */
export interface ArgumentEntry {
  /** The name that the model uses; given by `nameArguments`. */
  readonly name: string;
  readonly source: ArgumentSource;
  /** Key within the source; undefined where the argument is the whole source. */
  readonly key?: string;
  /** Its name in the DTO class, where `@Expose()` gives it another on the wire. */
  readonly property?: string;
  readonly schema: JsonSchema;
  /** The pipes refuse a call without it. */
  readonly required: boolean;
  /** No pipe refuses its absence, yet the signature asks for it: published as required. */
  readonly expected?: boolean;
  readonly keepTyped?: boolean;
  readonly hidden?: boolean;
}

/** What the parameters of one method give together. */
export interface CollectedArguments {
  readonly entries: readonly ArgumentEntry[];
  /** `$defs` of the flat object. */
  readonly definitions: Readonly<Record<string, JsonSchema>>;
  /** Sources with a whole object that tolerates undeclared keys. */
  readonly openSources: ReadonlySet<ArgumentSource>;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** What one parameter gives. */
export interface ParameterArguments {
  readonly entries: readonly ArgumentEntry[];
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  /** The parameter takes a whole object and tolerates undeclared keys in it. */
  readonly open: boolean;
  readonly diagnostics: readonly SchemaDiagnostic[];
}
