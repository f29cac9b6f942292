/** The part of Standard Schema v1 that we read (standardschema.dev); any library's schema fits. */
export interface StandardSchemaLike {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => unknown;
    /** Standard JSON Schema v1, where the library has it. */
    readonly jsonSchema?: {
      readonly input: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
      readonly output: (options: StandardJsonSchemaOptions) => Record<string, unknown>;
    };
  };
}

export interface StandardJsonSchemaOptions {
  readonly target: 'draft-2020-12';
  readonly libraryOptions?: Readonly<Record<string, unknown>>;
}

export function isStandardSchema(value: unknown): value is StandardSchemaLike {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  const standard = (value as { '~standard'?: { version?: unknown } })['~standard'];
  return typeof standard === 'object' && standard !== null && standard.version === 1;
}
