import { describeClass, type ClassDescription } from './class-schema.js';
import { isUserClass } from './class-type.js';
import { oneOf } from './constraint-fragment.js';
import { DATE_VALUE } from './date-patterns.js';
import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import { mergeSchemas } from './merge-schemas.js';
import { parsePipeOf, type ParsePipe } from './parse-pipes.js';
import { OWN_PIPE, pipeOptionsOf } from './pipe-options.js';
import { schemaOfType } from './property-type.js';
import { SPELLED_OUT, type MarkedSchema } from './schema-marks.js';
import { uuid, uuidWords } from './string-patterns.js';
import { enumValues } from './swagger-metadata.js';

/** What is known about a parameter that takes one value, or one whole source. */
export interface ParameterTypeDescription {
  readonly schema: JsonSchema;
  /** Whether the pipes refuse a missing value; undefined where no pipe says anything. */
  readonly required?: boolean;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/**
 * Describes what a parameter accepts by its `design:type` and its pipes: `Parse*Pipe`,
 * `DefaultValuePipe` (default), `ValidationPipe` where the type is a class (or `ParseArrayPipe`
 * with `items`). A type that is unknown gives `{}`.
 *
 * @param type - From `design:paramtypes`: a class, `String`, an enum object (swc), undefined …
 * @param pipes - The pipes that run on the parameter, in order.
 * @param where - `Class.method` and the parameter, for the diagnostics.
 */
export function describeParameterType(
  type: unknown,
  pipes: readonly object[],
  where: string,
): ParameterTypeDescription {
  const diagnostics: SchemaDiagnostic[] = [];
  let schema = schemaOfParameter(type, pipes, diagnostics);
  let isDefaulted = false;
  let required: boolean | undefined;
  for (const pipe of pipes) {
    const parse = parsePipeOf(pipe);
    if (parse?.kind === 'default') {
      isDefaulted = true;
      schema = withDefault(schema, parse.value);
    } else if (parse) {
      schema = parsedSchema(parse, schema, diagnostics);
      required = !isDefaulted && !parse.isOptional;
    } else if (!pipeOptionsOf([pipe])) {
      diagnostics.push(opaquePipe(pipe, where));
    }
  }
  if (isDefaulted) required = false;
  return { schema, ...(required === undefined ? {} : { required }), diagnostics };
}

function schemaOfParameter(
  type: unknown,
  pipes: readonly object[],
  diagnostics: SchemaDiagnostic[],
): MarkedSchema {
  if (isUserClass(type)) return classSchema(type, pipes, diagnostics);
  // swc emits the enum itself where tsc emits the type of its members.
  if (typeof type === 'object' && type !== null) return oneOf(enumValues(type));
  return type === Date ? DATE : schemaOfType(type);
}

const DATE: MarkedSchema = {
  type: 'string',
  format: 'date-time',
  pattern: DATE_VALUE,
  [SPELLED_OUT]: true,
};

function classSchema(
  type: Parameters<typeof describeClass>[0],
  pipes: readonly object[],
  diagnostics: SchemaDiagnostic[],
): JsonSchema {
  const pipe = pipeOptionsOf(pipes) ?? OWN_PIPE;
  const description: ClassDescription = describeClass(type, { direction: 'input', pipe });
  diagnostics.push(...description.diagnostics);
  return description.schema;
}

/** What a pipe that parses makes of the type: its own words replace the declared type. */
function parsedSchema(
  parse: Exclude<ParsePipe, { kind: 'default' }>,
  declared: MarkedSchema,
  diagnostics: SchemaDiagnostic[],
): MarkedSchema {
  const kept = 'default' in declared ? { default: declared.default } : {};
  return { ...schemaOfParse(parse, diagnostics), ...kept };
}

function schemaOfParse(
  parse: Exclude<ParsePipe, { kind: 'default' }>,
  diagnostics: SchemaDiagnostic[],
): MarkedSchema {
  switch (parse.kind) {
    case 'int':
      return { type: 'integer' };
    case 'float':
      return { type: 'number' };
    case 'bool':
      return { type: 'boolean' };
    case 'uuid':
      return {
        type: 'string',
        format: 'uuid',
        pattern: uuid(parse.version),
        [SPELLED_OUT]: uuidWords(parse.version) ?? true,
      };
    case 'enum':
      return oneOf(enumValues(parse.entity));
    case 'date':
      return DATE;
    default:
      return { type: 'array', ...arrayItems(parse, diagnostics) };
  }
}

function arrayItems(
  { items, pipe }: Extract<ParsePipe, { kind: 'array' }>,
  diagnostics: SchemaDiagnostic[],
): { items?: JsonSchema; $defs?: unknown } {
  if (items === undefined) return {};
  // Definitions stay at the root, where their references look for them.
  const { $defs, ...schema } = schemaOfParameter(items, pipe ? [pipe] : [], diagnostics);
  return { items: schema, ...($defs === undefined ? {} : { $defs }) };
}

function withDefault(schema: MarkedSchema, value: unknown): MarkedSchema {
  try {
    const json = JSON.stringify(value);
    return json === undefined
      ? schema
      : mergeSchemas([schema, { default: JSON.parse(json) as unknown }]);
  } catch {
    return schema;
  }
}

function opaquePipe(pipe: object, where: string): SchemaDiagnostic {
  return {
    severity: 'info',
    code: 'OPAQUE_PIPE',
    where,
    message: `${pipe.constructor.name} is not known: the declared type is described`,
    remedy: 'give an explicit schema where the pipe accepts another type',
  };
}
