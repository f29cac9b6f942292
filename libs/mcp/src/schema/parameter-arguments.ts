import { isJsonObject } from '../protocol/json-rpc.js';
import type { ArgumentEntry, ParameterArguments } from './argument-entry.js';
import { argumentTypeOf, type ArgumentType } from './argument-type.js';
import type { JsonSchema } from './json-schema.js';
import type { ArgumentSource, ParameterDescription } from './parameter-description.js';
import { embedSchema } from './schema-definitions.js';
import { propertiesOf, requiredOf } from './schema-types.js';
import { COERCED_BOOLEAN } from './standard-schema.js';

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
  const { source, optional = source === 'query' } = parameter;
  const type = argumentTypeOf(parameter, where);
  const { schema, definitions } = embedSchema(type.schema, key);
  const expected = type.required ?? !optional;
  // Without a word of its pipes a route takes a call that lacks it; a provider has no such parity.
  const enforced = source === 'argument' ? expected : type.required === true;
  const required = enforced || (source === 'path' && !optional);
  const isUnknown = source === 'path' && Object.keys(schema).length === 0;
  const entry: ArgumentEntry = {
    name: argumentName(key),
    source,
    key,
    schema: isUnknown ? { type: 'string' } : schema,
    required,
    expected: required || expected,
    ...(COERCED_BOOLEAN in schema ? { keepTyped: true } : {}),
  };
  return { entries: [entry], definitions, open: false, diagnostics: type.diagnostics };
}

/** What the caller knows a key by: Fastify's wildcard has no name. */
export function argumentName(key: string): string {
  return key === '*' ? 'path' : key;
}

function describeWhole(parameter: ParameterDescription, where: string): ParameterArguments {
  const { source } = parameter;
  const type = argumentTypeOf(parameter, where);
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
  const isMap = isJsonObject(extras) && Object.keys(extras).length > 0;
  if (isMap) return false;
  return schema.properties !== undefined || extras === false;
}

function flatten(
  schema: JsonSchema,
  source: ArgumentSource,
  names: ArgumentType['names'],
): readonly ArgumentEntry[] {
  const required = new Set(requiredOf(schema));
  return propertiesOf(schema).map(([name, property]) => {
    const known = names?.get(name);
    const entry = { name, source, key: name, schema: property, required: required.has(name) };
    const isRenamed = known !== undefined && known.property !== name;
    const keepTyped = known?.keepTyped || COERCED_BOOLEAN in property;
    if (!isRenamed && !keepTyped) return entry;
    return {
      ...entry,
      ...(isRenamed ? { property: known.property } : {}),
      ...(keepTyped ? { keepTyped: true } : {}),
    };
  });
}
