import type { Type } from '@nestjs/common';
import { McpCallContext } from '../context/call-context.js';
import { CALL_MARKER, PARAM_MARKER } from '../decorators/metadata-keys.js';
import { applicationPackages } from '../schema/application-packages.js';
import { isUserClass } from '../schema/class-type.js';
import { standardSchemaOf } from '../schema/standard-schema.js';
import { hasRules } from '../schema/validation-metadata.js';
import {
  PARAMETER,
  readParameterTypes,
  readParameters,
  readResponse,
  type ParameterMetadata,
  type ResponseMetadata,
} from './nest-metadata.js';

/** Where a parameter's value comes from; `whole` is a provider's one undecorated parameter. */
export type ParameterKind = 'route' | 'custom' | 'argument' | 'call' | 'whole';

/** One parameter of the method, as far as it is known before anybody calls. */
export interface PlannedParameter extends ParameterMetadata {
  readonly kind: ParameterKind;
  /** Pipes run on it; never on `@Req()`, `@Headers()` and the like, as on the route. */
  readonly pipeable: boolean;
  /** What pipes are told about it (`ArgumentMetadata.type`). */
  readonly pipeType: 'body' | 'query' | 'param' | 'custom';
  /** `@McpTool({ input })` says what it takes, and its type need not. */
  readonly explicit?: boolean;
}

/** A method as its metadata describes it; made once, at boot. */
export interface MethodPlan {
  readonly metatype: Type;
  readonly methodName: string;
  /** The function that bears the metadata: what `getHandler()` answers. */
  readonly handler: (...args: never[]) => unknown;
  readonly isRoute: boolean;
  readonly parameters: readonly PlannedParameter[];
  readonly response: ResponseMetadata;
}

/** Reads a method's plan; `input` is that of its `@McpTool()`. */
export function planMethod(
  metatype: Type,
  methodName: string,
  isRoute: boolean,
  input?: unknown,
): MethodPlan {
  const handler = (metatype.prototype as Record<string, MethodPlan['handler']>)[methodName];
  const written = readParameters(metatype, methodName);
  const decorated = written.map(planParameter);
  const whole = isRoute ? [] : undecorated(metatype, methodName, decorated, handler.length, input);
  return {
    metatype,
    methodName,
    handler,
    isRoute,
    parameters: [...decorated, ...whole].sort((a, b) => a.index - b.index),
    response: readResponse(metatype, methodName, handler, written),
  };
}

/** Numbers of the parameters that Nest runs pipes on, beside custom ones. */
const PIPEABLE: ReadonlySet<number> = new Set([
  PARAMETER.body,
  PARAMETER.query,
  PARAMETER.path,
  PARAMETER.file,
  PARAMETER.files,
  PARAMETER.rawBody,
  PARAMETER.cookies,
  PARAMETER.signedCookies,
]);

function planParameter(parameter: ParameterMetadata): PlannedParameter {
  const { type } = parameter;
  if (type !== undefined) {
    return { ...parameter, kind: 'route', pipeable: PIPEABLE.has(type), pipeType: pipeType(type) };
  }
  const factory = parameter.factory as { [PARAM_MARKER]?: true; [CALL_MARKER]?: true } | undefined;
  // One argument of a provider's tool is to a pipe what `@Body('city')` is on a route: as `custom`,
  // a ValidationPipe would pass it by.
  if (factory?.[PARAM_MARKER]) {
    return { ...parameter, kind: 'argument', pipeable: true, pipeType: 'body' };
  }
  // The call's context is no input: a transforming pipe must not make a copy of it.
  if (factory?.[CALL_MARKER]) {
    return { ...parameter, kind: 'call', pipeable: false, pipeType: 'custom' };
  }
  return { ...parameter, kind: 'custom', pipeable: true, pipeType: 'custom' };
}

function pipeType(type: number): PlannedParameter['pipeType'] {
  if (type === PARAMETER.body) return 'body';
  if (type === PARAMETER.query) return 'query';
  return type === PARAMETER.path ? 'param' : 'custom';
}

/** A provider's parameters without a decorator: each takes the whole argument object. */
function undecorated(
  metatype: Type,
  methodName: string,
  decorated: readonly PlannedParameter[],
  declared: number,
  input: unknown,
): PlannedParameter[] {
  const types = readParameterTypes(metatype, methodName);
  const taken = new Set(decorated.map(({ index }) => index));
  return Array.from({ length: Math.max(types.length, declared) }, (_, index) => index)
    .filter((index) => !taken.has(index))
    .map((index) => ({
      index,
      data: undefined,
      pipes: [],
      metatype: wholeType(types[index], input),
      explicit: input !== undefined,
      kind: 'whole' as const,
      pipeable: true,
      pipeType: 'body' as const,
    }));
}

/**
 * What pipes are told of a parameter that takes all arguments. Beside an `input`, its own type counts
 * only if it has rules: of a class without any, a pipe that transforms would strip what `input`
 * declares.
 */
function wholeType(type: unknown, input: unknown): unknown {
  if (input === undefined || type === McpCallContext || standardSchemaOf(type)) return type;
  if (isUserClass(type) && hasRules(type, applicationPackages().validation)) return type;
  return isUserClass(input) && !standardSchemaOf(input) ? input : Object;
}
