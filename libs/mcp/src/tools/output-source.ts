import type { DtoClass, McpToolOptions, SchemaSource } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';

/** Where the output schema comes from: a type, or an array of it. */
export interface OutputSource {
  readonly type: SchemaSource;
  readonly isArray: boolean;
}

/** `@SerializeOptions()` of Nest. */
const SERIALIZE_OPTIONS = 'class_serializer:options';
/** `@ApiOkResponse()`, `@ApiCreatedResponse()` of @nestjs/swagger, by status. */
const API_RESPONSE = 'swagger/apiResponse';

/**
 * The type of a tool's answer: `output`, else `@SerializeOptions()`, else the documented 2xx
 * response. Undefined where nothing is known: a schema is never guessed, since clients hold us to it.
 */
export function outputSourceOf(method: DiscoveredMethod<McpToolOptions>): OutputSource | undefined {
  const { output } = method.options;
  if (output === false) return undefined;
  if (output !== undefined) return explicitSource(output);
  return serializedSource(method) ?? documentedSource(method);
}

function explicitSource(output: SchemaSource | readonly [DtoClass]): OutputSource {
  return isPair(output) ? { type: output[0], isArray: true } : { type: output, isArray: false };
}

function isPair(output: SchemaSource | readonly [DtoClass]): output is readonly [DtoClass] {
  return Array.isArray(output);
}

function serializedSource(method: DiscoveredMethod<unknown>): OutputSource | undefined {
  const handler = handlerOf(method);
  const options = (Reflect.getMetadata(SERIALIZE_OPTIONS, handler) ??
    Reflect.getMetadata(SERIALIZE_OPTIONS, method.metatype)) as
    { schema?: SchemaSource; type?: SchemaSource } | undefined;
  const type = options?.schema ?? options?.type;
  return type ? { type, isArray: false } : undefined;
}

function documentedSource(method: DiscoveredMethod<unknown>): OutputSource | undefined {
  const responses = (Reflect.getMetadata(API_RESPONSE, handlerOf(method)) ?? {}) as Record<
    string,
    { type?: unknown; isArray?: boolean }
  >;
  const status = Object.keys(responses).find((key) => /^2\d\d$/.test(key));
  const response = status === undefined ? undefined : responses[status];
  if (typeof response?.type !== 'function') return undefined;
  return { type: response.type as DtoClass, isArray: response.isArray === true };
}

function handlerOf(method: DiscoveredMethod<unknown>): object {
  return (method.metatype.prototype as Record<string, object>)[method.methodName];
}
