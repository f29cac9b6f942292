import type { ArgumentEntry, ParameterArguments } from './argument-entry.js';
import { describeClass } from './class-schema.js';
import { isUserClass } from './class-type.js';
import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import type { ArgumentSource, ParameterDescription } from './parameter-description.js';
import { describeParameterType } from './parameter-type.js';
import { OWN_PIPE, pipeOptionsOf } from './pipe-options.js';
import { embedSchema } from './schema-definitions.js';
import { propertiesOf, requiredOf } from './schema-types.js';
import { standardSchemaToJson } from './standard-schema.js';

/** What the argument is called where a whole source is one value (an array, a map, a union). */
const WHOLE_NAMES: Readonly<Record<ArgumentSource, string>> = {
  path: 'params',
  query: 'query',
  body: 'body',
  argument: 'input',
};

/** The arguments that one parameter takes: one for a key, one per property for a whole object. */
export function parameterArguments(
  parameter: ParameterDescription,
  where: string,
): ParameterArguments {
  const place = `${where}(${parameter.key ?? WHOLE_NAMES[parameter.source]})`;
  const described =
    parameter.key === undefined
      ? describeWhole(parameter, place)
      : describeKey(parameter, parameter.key, place);
  if (!parameter.hidden) return described;
  return { ...described, entries: described.entries.map((entry) => ({ ...entry, hidden: true })) };
}

function describeKey(
  parameter: ParameterDescription,
  key: string,
  where: string,
): ParameterArguments {
  const { source } = parameter;
  const type = typeOf(parameter, where);
  const { schema, definitions } = embedSchema(type.schema, key);
  const required = source === 'path' || type.required === true;
  const expected = required || (type.required === undefined && source !== 'query');
  const entry: ArgumentEntry = { name: key, source, key, schema, required, expected };
  return { entries: [entry], definitions, open: false, diagnostics: type.diagnostics };
}

function describeWhole(parameter: ParameterDescription, where: string): ParameterArguments {
  const { source } = parameter;
  const type = typeOf(parameter, where);
  const { schema, definitions } = embedSchema(type.schema, WHOLE_NAMES[source]);
  if (Object.keys(schema).length === 0) {
    return { entries: [], open: true, diagnostics: type.diagnostics };
  }
  if (!isFlat(schema)) {
    const name = WHOLE_NAMES[source];
    const required = type.required ?? source !== 'query';
    const entry: ArgumentEntry = { name, source, schema, required };
    return { entries: [entry], definitions, open: false, diagnostics: type.diagnostics };
  }
  return {
    entries: flatten(schema, source, type.names),
    definitions,
    open: schema.additionalProperties !== false,
    diagnostics: type.diagnostics,
  };
}

interface DescribedType {
  readonly schema: JsonSchema;
  readonly required?: boolean;
  readonly names?: ReadonlyMap<string, { property: string; keepTyped: boolean }>;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

function typeOf({ schema, type, pipes, key }: ParameterDescription, where: string): DescribedType {
  if (schema) return { schema: standardSchemaToJson(schema, 'input'), diagnostics: [] };
  if (key === undefined && isUserClass(type)) {
    const pipe = pipeOptionsOf(pipes) ?? OWN_PIPE;
    const description = describeClass(type, { direction: 'input', pipe });
    const names = new Map(description.properties.map((entry) => [entry.name, entry]));
    return { schema: description.schema, names, diagnostics: description.diagnostics };
  }
  return describeParameterType(type, pipes, where);
}

/** Keywords of a root that would be lost if its properties were mixed with others'. */
const WHOLE_KEYWORDS = [
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'enum',
  'const',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
];

/** Whether the properties of an object may stand beside those of another source. */
function isFlat(schema: JsonSchema): boolean {
  if (schema.type !== 'object') return false;
  if (WHOLE_KEYWORDS.some((keyword) => keyword in schema)) return false;
  const extras = schema.additionalProperties;
  if (extras !== undefined && typeof extras !== 'boolean') return false;
  return schema.properties !== undefined || extras === false;
}

function flatten(
  schema: JsonSchema,
  source: ArgumentSource,
  names: DescribedType['names'],
): readonly ArgumentEntry[] {
  const required = new Set(requiredOf(schema));
  return propertiesOf(schema).map(([name, property]) => {
    const known = names?.get(name);
    return {
      name,
      source,
      key: name,
      schema: property,
      required: required.has(name),
      ...(known && known.property !== name ? { property: known.property } : {}),
      ...(known?.keepTyped ? { keepTyped: true } : {}),
    };
  });
}
