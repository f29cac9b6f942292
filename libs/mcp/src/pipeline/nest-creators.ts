import type {
  ArgumentsHost,
  CanActivate,
  NestInterceptor,
  PipeTransform,
  Type,
} from '@nestjs/common';
import type { ContextId, ExternalContextCreator, HttpAdapterHost } from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';

/** Turns the metadata of a class and its method into the enhancers to run: global, class, method. */
interface EnhancerCreator<Created> {
  create(
    instance: object,
    handler: object,
    moduleKey: string,
    contextId?: ContextId,
    inquirerId?: string,
  ): Created;
}

interface PipesCreator extends EnhancerCreator<PipeTransform[]> {
  setModuleContext(moduleKey: string): void;
  createConcreteContext(
    pipes: readonly unknown[],
    contextId?: ContextId,
    inquirerId?: string,
  ): PipeTransform[];
}

/** A filter ready to run; no types mean that it catches everything. */
export interface BoundFilter {
  readonly func: (error: unknown, host: ArgumentsHost) => unknown;
  readonly exceptionMetatypes: readonly Type[];
}

/** Nest's own resolvers of enhancers. */
export interface NestCreators {
  readonly guards: EnhancerCreator<CanActivate[]>;
  readonly pipes: PipesCreator;
  readonly interceptors: EnhancerCreator<NestInterceptor[]>;
  /** Filters come in the order in which they are asked: method, class, global. */
  readonly filters: EnhancerCreator<{ readonly filters: readonly BoundFilter[] }>;
}

/**
 * Reads the four creators off the injectable `ExternalContextCreator`: they are private there, but
 * nothing public resolves a class-given guard of a controller. `ExternalContextCreator.create()`
 * looks for it among the module's providers only and drops it without a word.
 *
 * @throws SetupError when this Nest keeps them elsewhere: better no start than no guards
 */
export function creatorsOf(creator: ExternalContextCreator): NestCreators {
  const fields = creator as unknown as Record<string, EnhancerCreator<never> | undefined>;
  const pick = (field: string): EnhancerCreator<never> => {
    const found = fields[field];
    if (typeof found?.create === 'function') return found;
    throw unsupported(
      `ExternalContextCreator.${field}`,
      'this version of @nestjs/core keeps its enhancer resolvers elsewhere',
    );
  };
  return {
    guards: pick('guardsContextCreator'),
    pipes: pick('pipesContextCreator') as unknown as PipesCreator,
    interceptors: pick('interceptorsContextCreator'),
    filters: pick('filtersContextCreator'),
  };
}

/**
 * When the adapter is known, of a Nest that tells.
 *
 * @throws SetupError before 11.2, which has no such event: the endpoint could not be mounted
 */
export function initOf(host: HttpAdapterHost): HttpAdapterHost['init$'] {
  const { init$ }: Partial<HttpAdapterHost> = host;
  if (init$) return init$;
  throw unsupported(
    'HttpAdapterHost.init$',
    'this version of @nestjs/core does not tell when its HTTP adapter is ready',
  );
}

/** A fault that stops the start: this Nest is not built as the pipeline has to rely on. */
export function unsupported(where: string, message: string): SetupError {
  const remedy = 'use a supported version of @nestjs/core (11.2 or 12), or update nest-toolport';
  return new SetupError([{ code: 'MCP_UNSUPPORTED_NEST', where, message, remedy }]);
}
