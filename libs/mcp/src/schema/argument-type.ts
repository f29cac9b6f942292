import { describeClass } from './class-schema.js';
import { isUserClass } from './class-type.js';
import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import type { ParameterDescription } from './parameter-description.js';
import { describeParameterType } from './parameter-type.js';
import { OWN_PIPE, OWN_URL_PIPE, pipeOptionsOf } from './pipe-options.js';
import { standardSchemaOf, standardSchemaToJson } from './standard-schema.js';

/** What is known about the type of one parameter. */
export interface ArgumentType {
  readonly schema: JsonSchema;
  readonly required?: boolean;
  /** The class's properties by their name on the wire. */
  readonly names?: ReadonlyMap<string, { property: string; keepTyped: boolean }>;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** Describes a parameter by its Standard Schema, else its class, else its type and pipes. */
export function argumentTypeOf(parameter: ParameterDescription, where: string): ArgumentType {
  const { schema, type, pipes, key, source } = parameter;
  const standard = schema ?? standardSchemaOf(type);
  if (standard) {
    const diagnostics = schema && !pipes.some(readsSchema) ? [schemaWithoutPipe(where)] : [];
    return { schema: standardSchemaToJson(standard, 'input', where), diagnostics };
  }
  if (key === undefined && isUserClass(type)) {
    const inUrl = source === 'query' || source === 'path';
    const pipe = pipeOptionsOf(pipes) ?? (inUrl ? OWN_URL_PIPE : OWN_PIPE);
    const description = describeClass(type, { direction: 'input', pipe });
    const names = new Map(description.properties.map((entry) => [entry.name, entry]));
    return { schema: description.schema, names, diagnostics: description.diagnostics };
  }
  // No path segment is an object: where the type says so, a pipe makes one of it (an entity of an id).
  const declared = source === 'path' && isUserClass(type) ? undefined : type;
  const described = describeParameterType(declared, pipes, where);
  if (key !== undefined || Object.keys(described.schema).length > 0) return described;
  return { ...described, diagnostics: [...described.diagnostics, unknownType(type, where)] };
}

/** Nest's own pipe for Standard Schemas, or a subclass: the one that looks at the parameter's. */
function readsSchema(pipe: object): boolean {
  for (let one: unknown = pipe; isObject(one); one = Object.getPrototypeOf(one)) {
    if (one.constructor.name === 'StandardSchemaValidationPipe') return true;
  }
  return false;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function schemaWithoutPipe(where: string): SchemaDiagnostic {
  return {
    severity: 'warning',
    code: 'SCHEMA_WITHOUT_PIPE',
    where,
    message:
      'the schema of the parameter is checked for tools, but the REST route does not check it',
    remedy: 'bind a StandardSchemaValidationPipe',
  };
}

/** Nothing at all from the compiler is a fault of the build; `any` or an interface is a choice. */
function unknownType(type: unknown, where: string): SchemaDiagnostic {
  if (type === undefined) {
    return {
      severity: 'error',
      code: 'TYPE_UNKNOWN',
      where,
      message: 'the compiler emitted no type for this parameter (design:paramtypes is missing)',
      remedy:
        'compile with "emitDecoratorMetadata", or give the type by @McpTool({ input: TheDto })',
    };
  }
  return {
    severity: 'warning',
    code: 'TYPE_OPEN',
    where,
    message: 'the parameter has no class as its type, so the model is not told what to send',
    remedy: 'give it a class (a DTO) as its type, or describe it by @McpTool({ input })',
  };
}
