import { RequestMethod, type Type, type VersioningOptions } from '@nestjs/common';
import type { StandardSchemaLike } from '../protocol/standard-schema.js';

/**
 * Nest's own metadata, read in one place. The keys are not public, but no public reader exists, every
 * companion package (swagger, graphql, throttler) reads them, and they have stood since Nest 5; the
 * parity suite fails at once if one of them changes its meaning.
 */
const ROUTE_ARGUMENTS = '__routeArguments__';
const CUSTOM_ARGUMENT = '__customRouteArgs__';
const PASSTHROUGH = '__responsePassthrough__';
const HTTP_CODE = '__httpCode__';
const HEADERS = '__headers__';
const REDIRECT = '__redirect__';
const METHOD = 'method';
const VERSION = '__version__';
const PARAMETER_TYPES = 'design:paramtypes';
const FASTIFY_ROUTE_CONFIG = '__fastify_route_config__';

/** One version, several, or none in particular (`VERSION_NEUTRAL`). */
export type VersionValue = NonNullable<VersioningOptions['defaultVersion']>;

/** Numbers of Nest's `RouteParamtypes`. */
export const PARAMETER = {
  response: 1,
  next: 2,
  body: 3,
  query: 4,
  path: 5,
  file: 8,
  files: 9,
  rawBody: 12,
  cookies: 14,
  signedCookies: 15,
} as const;

/** One decorated parameter of a method, as its decorator wrote it. */
export interface ParameterMetadata {
  readonly index: number;
  /** A number of `PARAMETER`; undefined for a decorator made by `createParamDecorator`. */
  readonly type?: number;
  /** What the decorator was given: `@Param('id')` → `id`. */
  readonly data: unknown;
  /** Pipes given to the decorator: classes or instances. */
  readonly pipes: readonly unknown[];
  readonly schema?: StandardSchemaLike;
  /** Of a custom decorator. */
  readonly factory?: (data: unknown, context: unknown) => unknown;
  /** From `design:paramtypes`. */
  readonly metatype?: unknown;
}

/** The decorated parameters of a method, inherited ones included, by index. */
export function readParameters(metatype: Type, methodName: string): ParameterMetadata[] {
  const host = parameterHost(metatype, methodName);
  const written = (Reflect.getMetadata(ROUTE_ARGUMENTS, host, methodName) ?? {}) as Record<
    string,
    Omit<ParameterMetadata, 'type' | 'metatype'>
  >;
  const types = readParameterTypes(metatype, methodName);
  return Object.entries(written)
    .map(([key, { index, data, pipes, schema, factory }]) => ({
      index,
      type: key.includes(CUSTOM_ARGUMENT) ? undefined : Number(key.split(':')[0]),
      data,
      pipes: pipes ?? [],
      schema,
      factory,
      metatype: types[index],
    }))
    .sort((a, b) => a.index - b.index);
}

/** Types of all parameters, as far as the compiler emitted them. */
export function readParameterTypes(metatype: Type, methodName: string): readonly unknown[] {
  const prototype = parameterHost(metatype, methodName).prototype as object;
  return (Reflect.getMetadata(PARAMETER_TYPES, prototype, methodName) ?? []) as unknown[];
}

/** What the route answers with, beside its value. */
export interface ResponseMetadata {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string | (() => string) }[];
  readonly redirect?: { readonly url: string; readonly statusCode?: number };
  /** `@Res()` or `@Next()` without `passthrough`: the method answers by itself. */
  readonly answersItself: boolean;
}

/** Reads `@HttpCode`, `@Header`, `@Redirect` and how `@Res()` is used. */
export function readResponse(
  metatype: Type,
  methodName: string,
  handler: object,
  parameters: readonly ParameterMetadata[],
): ResponseMetadata {
  const redirect = Reflect.getMetadata(REDIRECT, handler) as ResponseMetadata['redirect'];
  const passthrough = Reflect.getMetadata(
    PASSTHROUGH,
    parameterHost(metatype, methodName),
    methodName,
  ) as boolean | undefined;
  const takesResponse = parameters.some(
    ({ type }) => type === PARAMETER.response || type === PARAMETER.next,
  );
  return {
    status: (Reflect.getMetadata(HTTP_CODE, handler) as number | undefined) ?? usualStatus(handler),
    headers: (Reflect.getMetadata(HEADERS, handler) ?? []) as ResponseMetadata['headers'],
    redirect: typeof redirect?.url === 'string' ? redirect : undefined,
    answersItself: takesResponse && !passthrough,
  };
}

/** The version that a route is served under, where versioning is on. */
export function readVersion(metatype: Type, handler: object): VersionValue | undefined {
  return (Reflect.getMetadata(VERSION, handler) ?? Reflect.getMetadata(VERSION, metatype)) as
    VersionValue | undefined;
}

/** The verb as a number of Nest's; undefined for what is no route. */
export function readVerb(handler: object): RequestMethod | undefined {
  return Reflect.getMetadata(METHOD, handler) as RequestMethod | undefined;
}

/** What Fastify's `@RouteConfig()` says of a route. */
export function readRouteConfig(handler: object): object | undefined {
  return Reflect.getMetadata(FASTIFY_ROUTE_CONFIG, handler) as object | undefined;
}

function usualStatus(handler: object): number {
  return Reflect.getMetadata(METHOD, handler) === RequestMethod.POST ? 201 : 200;
}

/**
 * The class on which the parameter decorators stored their metadata: a mixin may have copied the
 * method, `constructor` included, from another class (Nest 12 looks there as well).
 */
function parameterHost(metatype: Type, methodName: string): Type {
  const prototype = metatype.prototype as Record<string, unknown>;
  const declared = prototype.constructor as Type | undefined;
  if (typeof declared !== 'function') return metatype;
  const theirs = declared.prototype as Record<string, unknown> | undefined;
  return theirs?.[methodName] === prototype[methodName] ? declared : metatype;
}
