import type { SchemaSource } from '../decorators/tool.options.js';
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
import { isStandardSchema, standardSchemaToJson, type SchemaDirection } from './standard-schema.js';

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
 * @throws Error where a Standard Schema cannot give its JSON Schema.
 */
export function describeInput(
  type: SchemaSource,
  options: DescribeInputOptions = {},
): SchemaDescription {
  const { schema, diagnostics } = describeSource(type, 'input', () => {
    const pipe = pipeOptionsOf(options.pipes ?? []) ?? OWN_PIPE;
    return { direction: 'input', pipe };
  });
  return {
    enforced: schema,
    published: publish(schema, options.profile ?? 'portable').schema,
    diagnostics,
  };
}

/**
 * Says what a result of this type looks like as JSON.
 *
 * @param type - A response class, a Standard Schema, or a JSON Schema 2020-12.
 * @throws Error where a Standard Schema cannot give its JSON Schema.
 */
export function describeOutput(
  type: SchemaSource,
  options: DescribeOutputOptions = {},
): SchemaDescription {
  const { schema, diagnostics } = describeSource(type, 'output', () => ({
    direction: 'output',
    serialized: options.serialized ?? true,
  }));
  return {
    enforced: schema,
    published: publish(schema, options.profile ?? 'portable', 'output').schema,
    diagnostics,
  };
}

function describeSource(
  type: SchemaSource,
  direction: SchemaDirection,
  classOptions: () => Parameters<typeof describeClass>[1],
): { schema: JsonSchema; diagnostics: readonly SchemaDiagnostic[] } {
  if (isStandardSchema(type)) {
    return { schema: standardSchemaToJson(type, direction), diagnostics: [] };
  }
  if (isUserClass(type)) return describeClass(type, classOptions());
  return { schema: type as JsonSchema, diagnostics: [] };
}
