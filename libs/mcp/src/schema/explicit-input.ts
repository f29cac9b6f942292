import type { SchemaSource } from '../decorators/tool.options.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { ArgumentSelection } from './argument-selection.js';
import { checkSchema } from './check-schema.js';
import { describeClass } from './class-schema.js';
import { isUserClass } from './class-type.js';
import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import { OWN_PIPE, pipeOptionsOf } from './pipe-options.js';
import { acceptedTypes, requiredOf } from './schema-types.js';
import { mapValues, omitKeywords } from './schema-walk.js';
import { standardSchemaOf, standardSchemaToJson } from './standard-schema.js';

/** An input that the author gave instead of the derived one. */
export interface ExplicitInput {
  readonly schema: JsonSchema;
  /** A JSON Schema by hand is published as it is written, whatever the profile. */
  readonly isVerbatim: boolean;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/**
 * Describes `@McpTool({ input })`: a DTO class, a Standard Schema, or a JSON Schema 2020-12.
 *
 * @param pipes - Of the parameter that takes the whole object, for a class.
 * @throws SetupError where a Standard Schema has no JSON Schema.
 */
export function describeExplicit(
  input: SchemaSource,
  pipes: readonly object[],
  where: string,
): ExplicitInput {
  const standard = standardSchemaOf(input);
  if (standard) {
    const schema = standardSchemaToJson(standard, 'input', where);
    return { schema, isVerbatim: false, diagnostics: faultsOf(schema, where) };
  }
  if (isUserClass(input)) {
    const pipe = pipeOptionsOf(pipes) ?? OWN_PIPE;
    const { schema, diagnostics } = describeClass(input, { direction: 'input', pipe });
    return { schema, isVerbatim: false, diagnostics };
  }
  const schema: JsonSchema = isJsonObject(input) ? input : {};
  return { schema, isVerbatim: true, diagnostics: faultsOf(schema, where) };
}

function faultsOf(schema: JsonSchema, where: string): readonly SchemaDiagnostic[] {
  const faults = checkSchema(schema, where);
  const types = acceptedTypes(schema, schema);
  if (types.size === 1 && types.has('object')) return faults;
  return [
    ...faults,
    {
      severity: 'error',
      code: 'INPUT_NOT_OBJECT',
      where,
      message: 'the input accepts something other than an object, which arguments never are',
      remedy: 'wrap it: { type: "object", properties: { value: … } }',
    },
  ];
}

/** The schema without some of its root's properties, in each branch of a union as well. */
export function withoutProperties(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (names.size === 0) return schema;
  const { properties } = schema;
  const copy: Record<string, unknown> = { ...omitKeywords(schema, 'required') };
  if (isJsonObject(properties)) {
    copy.properties = Object.fromEntries(
      Object.entries(properties).filter(([name]) => !names.has(name)),
    );
  }
  const required = requiredOf(schema).filter((name) => !names.has(name));
  if (required.length > 0) copy.required = required;
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const parts = schema[keyword];
    if (!Array.isArray(parts)) continue;
    copy[keyword] = parts.map((part: unknown) =>
      isJsonObject(part) ? withoutProperties(part, names) : part,
    );
  }
  return copy;
}

/** The schema with the author's words and headers for some of its root's properties. */
export function annotate(
  schema: JsonSchema,
  { args, headers }: Pick<ArgumentSelection, 'args' | 'headers'>,
): JsonSchema {
  const { properties } = schema;
  if (!isJsonObject(properties) || (!args && !headers)) return schema;
  return {
    ...schema,
    properties: mapValues(properties, (property, name) =>
      isJsonObject(property)
        ? {
            ...property,
            ...(args && Object.hasOwn(args, name) ? { description: args[name] } : {}),
            ...(headers && Object.hasOwn(headers, name) ? { [HEADER]: headers[name] } : {}),
          }
        : property,
    ),
  };
}

const HEADER = 'x-mcp-header';
