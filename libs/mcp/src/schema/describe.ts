import type { SchemaSource } from '../decorators/tool.options.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { checkSchema } from './check-schema.js';
import { describeClass } from './class-schema.js';
import { isUserClass } from './class-type.js';
import type {
  JsonSchema,
  SchemaDescription,
  SchemaDiagnostic,
  SchemaProfile,
} from './json-schema.js';
import { OWN_PIPE, pipeOptionsOf } from './pipe-options.js';
import { publish } from './profiles/publish.js';
import { standardSchemaOf, standardSchemaToJson, type SchemaDirection } from './standard-schema.js';

export interface DescribeInputOptions {
  /** @default 'portable' */
  readonly profile?: SchemaProfile;
  /**
   * The pipes that will check the value, as the application binds them; their `ValidationPipe`'s
   * options decide what is accepted.
   *
   * @default one `ValidationPipe` with `whitelist` and `forbidNonWhitelisted`
   */
  readonly pipes?: readonly object[];
}

export interface DescribeOutputOptions {
  /** @default 'portable' */
  readonly profile?: SchemaProfile;
  /**
   * Whether class-transformer writes the result (`ClassSerializerInterceptor`), so that `@Expose`
   * and `@Exclude` count.
   *
   * @default true
   */
  readonly serialized?: boolean;
}

/**
 * Says what an input of this type accepts, and what a model is told of it: what the tool table
 * itself uses.
 *
 * @param type - A DTO class, a Standard Schema (zod, valibot, arktype), or a JSON Schema 2020-12.
 * @throws SetupError where a Standard Schema cannot give its JSON Schema.
 */
export function describeInput(
  type: SchemaSource,
  options: DescribeInputOptions = {},
): SchemaDescription {
  const source = describeSource(type, 'input', () => {
    const pipe = pipeOptionsOf(options.pipes ?? []) ?? OWN_PIPE;
    return { direction: 'input', pipe };
  });
  return describe(source, 'input', options.profile);
}

/**
 * Says what a result of this type looks like as JSON.
 *
 * @param type - A response class, a Standard Schema, or a JSON Schema 2020-12.
 * @throws SetupError where a Standard Schema cannot give its JSON Schema.
 */
export function describeOutput(
  type: SchemaSource,
  options: DescribeOutputOptions = {},
): SchemaDescription {
  const source = describeSource(type, 'output', () => ({
    direction: 'output',
    serialized: options.serialized ?? true,
  }));
  return describe(source, 'output', options.profile);
}

interface DescribedSource {
  readonly schema: JsonSchema;
  readonly diagnostics: readonly SchemaDiagnostic[];
  /** A JSON Schema by hand is published as it is written, whatever the profile. */
  readonly isVerbatim?: boolean;
}

function describe(
  { schema, diagnostics, isVerbatim }: DescribedSource,
  direction: SchemaDirection,
  profile: SchemaProfile = 'portable',
): SchemaDescription {
  const published = isVerbatim ? schema : publish(schema, profile, direction).schema;
  return { enforced: schema, published, diagnostics };
}

function describeSource(
  type: SchemaSource,
  direction: SchemaDirection,
  classOptions: () => Parameters<typeof describeClass>[1],
): DescribedSource {
  const standard = standardSchemaOf(type);
  if (standard) {
    const schema = standardSchemaToJson(standard, direction);
    return { schema, diagnostics: checkSchema(schema, 'schema') };
  }
  if (isUserClass(type)) return describeClass(type, classOptions());
  const schema: JsonSchema = isJsonObject(type) ? type : {};
  return { schema, diagnostics: checkSchema(schema, 'schema'), isVerbatim: true };
}
