import type { Type } from '@nestjs/common';
import { CALL_MARKER, PARAM_MARKER } from '../decorators/metadata-keys.js';
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

/** Reads a method's plan. */
export function planMethod(metatype: Type, methodName: string, isRoute: boolean): MethodPlan {
  const handler = (metatype.prototype as Record<string, MethodPlan['handler']>)[methodName];
  const written = readParameters(metatype, methodName);
  const decorated = written.map(planParameter);
  const whole = isRoute ? [] : undecorated(metatype, methodName, decorated, handler.length);
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
): PlannedParameter[] {
  const types = readParameterTypes(metatype, methodName);
  const taken = new Set(decorated.map(({ index }) => index));
  return Array.from({ length: Math.max(types.length, declared) }, (_, index) => index)
    .filter((index) => !taken.has(index))
    .map((index) => ({
      index,
      data: undefined,
      pipes: [],
      metatype: types[index],
      kind: 'whole' as const,
      pipeable: true,
      pipeType: 'body' as const,
    }));
}
