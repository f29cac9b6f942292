import type { ApplicationConfig, ExternalContextCreator, HttpAdapterHost } from '@nestjs/core';
import { RouteParamsFactory } from '@nestjs/core/router/route-params-factory.js';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { SetupError } from '../errors/setup.error.js';
import type { ArgumentCheck } from '../schema/argument-check.js';
import type { InputPlan } from '../schema/parameter-description.js';
import type { ArgumentParser } from './argument-parser.js';
import {
  guardName,
  isForCredentials,
  withAuthentication,
  type Authentication,
} from './authenticate-guards.js';
import type { MethodRuntime } from './method-runtime.js';
import type { CallExchange } from './call-exchange.js';
import { compileChain, type CompiledChain } from './compiled-chain.js';
import { describeParameters, type MethodParameters } from './describe-parameters.js';
import { invokerOf } from './invoker-of.js';
import type { Invoker } from './invoker.js';
import type { MethodPlan } from './method-plan.js';
import type { MethodSource } from './method-source.js';
import { creatorsOf, initOf, type BoundFilter, type NestCreators } from './nest-creators.js';
import {
  recordedMiddleware,
  recordMiddleware,
  type RegisteredMiddleware,
} from './middleware-record.js';
import { PreparedMethod } from './prepared-method.js';
import {
  endpointMiddleware,
  middlewareFaults,
  middlewareOf,
  type MiddlewareRoute,
  type MountedMiddleware,
} from './route-middleware.js';
import type { RouteParameters } from './parameter-values.js';
import { DEFAULT_RESULT_LIMIT } from './result-limit.js';
import { compileGate, type Gate } from './endpoint-gate.js';
import type { EndpointOptions } from './endpoint.js';
import { pathParameters } from './route-template.js';
import { resolveScoped, type Owner } from './scoped-instance.js';
import { compileListVerdict, type ListVerdict } from './list-verdict.js';
import { describeRoute, routerTemplate, type RouterKind } from './call-route.js';

/** Of a list, which brings no arguments. */
const NO_INPUT: InputPlan = { targets: [] };

/** How a method is called. */
export interface InvokerOptions {
  /** Name of the tool: the URL of a provider's tool bears it. */
  readonly name: string;
  readonly plan: InputPlan;
  /** The enforced schema; its verdict is asked for at the pipes' place. */
  readonly check?: ArgumentCheck;
  /** A provider's tool: makes of the arguments what the method gets. */
  readonly parse?: ArgumentParser;
  /** @default 'strings' */
  readonly queryValues?: 'strings' | 'typed';
  /** Bytes of one result. @default 4 MiB */
  readonly resultLimit?: number;
  /** What to do about middleware bound to the method's own route. @default a fault that asks */
  readonly routeMiddleware?: 'run' | 'skip';
  /** Ask the guards and no more: whether the caller might call it. @default false */
  readonly guardsOnly?: boolean;
}

/** What the factory is told about the application it works for. */
export interface PipelineEnvironment {
  /** Where its HTTP adapter is announced: the middleware registered on it is noted from then on. */
  readonly host?: HttpAdapterHost;
  /** Whether lists show a caller only what its list guards let through. @default false */
  readonly guardedLists?: boolean;
  /** Where the endpoint is mounted, with its prefix; asked for at boot. @default `/mcp` */
  readonly endpointPaths?: () => readonly string[];
}

/** Turns discovered methods into invokers: the lean chain of Nest's pipeline. */
export class InvokerFactory {
  readonly #nestCreators: NestCreators;
  #creators: NestCreators;
  readonly #routeParameters: RouteParameters;
  #prepared = new WeakMap<DiscoveredMethod<unknown>, PreparedMethod>();

  constructor(
    creator: ExternalContextCreator,
    private readonly config: ApplicationConfig,
    private readonly environment: PipelineEnvironment = {},
  ) {
    this.#creators = this.#nestCreators = creatorsOf(creator);
    const { host } = environment;
    // At once where the adapter is known; under Test.createTestingModule() it comes later.
    if (host) initOf(host).subscribe(() => host.httpAdapter && recordMiddleware(host.httpAdapter));
    // Nest 12 takes the configuration, for signed cookies; Nest 11 takes nothing.
    this.#routeParameters = new (
      RouteParamsFactory as new (config: ApplicationConfig) => RouteParameters
    )(config);
  }

  /** Asks these guards about all credentials; to be called before anything is compiled. */
  authenticateWith(authentication: Authentication): void {
    this.#creators = withAuthentication(this.#nestCreators, authentication);
    // What was prepared without these guards must serve no call.
    this.#prepared = new WeakMap();
  }

  /**
   * Compiles a method: everything that can be known before a call is worked out here.
   *
   * @throws SetupError where Nest would drop an enhancer of the method
   */
  create(method: DiscoveredMethod<unknown>, options: InvokerOptions): Invoker {
    const prepared = this.#prepare(method);
    const { plan } = prepared;
    const router = this.#router();
    const route = describeRoute(method.route, plan, { ...options, router }, this.config);
    const middleware = method.route ? this.#middlewareOf(route) : this.#endpointMiddleware(route);
    const faults = [
      ...prepared.faults,
      ...middlewareFaults(whereOf(plan), middleware, options.routeMiddleware),
    ];
    if (faults.length > 0) throw new SetupError(faults);
    const runtime = this.#runtimeOf(method, prepared, options, middleware);
    const { check, parse } = options;
    return invokerOf({ runtime, route, check, parse });
  }

  /** Describes the parameters of a method for the schema; what Nest would drop is a problem too. */
  describe(method: DiscoveredMethod<unknown>): MethodParameters {
    const prepared = this.#prepare(method);
    const { route } = method;
    const path = route ? pathParameters(routerTemplate(route.path, this.#router())) : [];
    const described = describeParameters(prepared.plan, prepared.parameters(), path);
    return { ...described, problems: [...described.problems, ...prepared.faults] };
  }

  /** Tells where a method stands and which guards its calls meet, as they are compiled. */
  sourceOf(method: DiscoveredMethod<unknown>): MethodSource {
    const { host, route } = method;
    const guards = Object.freeze(this.#prepare(method).guards().map(guardName));
    return { module: host.name, ...(route && { route }), guards };
  }

  /** Whether a caller is shown the method (`visibility: 'guarded'`); undefined: everybody is. */
  createListVerdict(method: DiscoveredMethod<unknown>, name: string): ListVerdict | undefined {
    if (!this.environment.guardedLists) return undefined;
    const { plan } = this.#prepare(method);
    const options = { name, plan: NO_INPUT, router: this.#router() };
    const route = describeRoute(method.route, plan, options, this.config);
    const scopedGuards = this.config.getGlobalRequestGuards();
    return compileListVerdict(this.#creators, method, { plan, route, scopedGuards });
  }

  /** The guards of a method, where none of them is asked for lists; empty where one is. */
  guardsSilentInLists(method: DiscoveredMethod<unknown>): readonly string[] {
    const guards = this.#prepare(method).guards();
    if (guards.some((guard) => toolMetadata.isListGuard(guard))) return [];
    return guards.filter((guard) => !isForCredentials(guard)).map(guardName);
  }

  /** The guards of everything that is not a call (DESIGN §2.4); `owner` is `McpEndpoint`'s. */
  createGate(owner: Owner & { readonly moduleKey: string }, options: EndpointOptions): Gate {
    const [path = options.path] = this.environment.endpointPaths?.() ?? [];
    return compileGate({
      creators: this.#creators,
      owner,
      options: { ...options, path },
      middleware: this.#endpointMiddleware(),
    });
  }

  #prepare(method: DiscoveredMethod<unknown>): PreparedMethod {
    let prepared = this.#prepared.get(method);
    if (!prepared) {
      prepared = new PreparedMethod(method, this.#creators, this.config);
      this.#prepared.set(method, prepared);
    }
    return prepared;
  }

  #runtimeOf(
    method: DiscoveredMethod<unknown>,
    prepared: PreparedMethod,
    options: InvokerOptions,
    middleware: readonly MountedMiddleware[],
  ): MethodRuntime {
    const { plan, home, placeholder } = prepared;
    const { moduleKey } = home;
    const compiled = prepared.chain();
    const chainFor = compiled
      ? (): CompiledChain => compiled
      : async ({ request }: CallExchange): Promise<CompiledChain> => {
          const scoped = await resolveScoped(method, request);
          return compileChain(this.#creators, plan, scoped.instance, home, scoped.contextId);
        };
    const missing = middleware.filter(({ shared }) => !shared && options.routeMiddleware === 'run');
    const all = middleware.filter(({ shared }) => shared || options.routeMiddleware === 'run');
    return {
      plan,
      chainFor,
      // Over HTTP the POST has passed what the endpoint shares with the route.
      middlewareFor: (transport) => (transport === 'http' ? missing : all),
      routeParameters: this.#routeParameters,
      limit: options.resultLimit ?? DEFAULT_RESULT_LIMIT,
      guardsOnly: options.guardsOnly,
      staticFilters: () => this.#filtersOf(placeholder, plan.handler, moduleKey),
      globalFilters: () => this.#filtersOf({}, () => undefined, moduleKey),
    };
  }

  #router(): RouterKind {
    const adapter = this.environment.host?.httpAdapter;
    return adapter?.getType() === 'fastify' ? 'fastify' : 'express';
  }

  #middlewareOf(route: MiddlewareRoute): readonly MountedMiddleware[] {
    return middlewareOf(this.#record(), route, this.#endpointPaths());
  }

  #endpointMiddleware(own?: MiddlewareRoute): readonly MountedMiddleware[] {
    return endpointMiddleware(this.#record(), this.#endpointPaths(), own);
  }

  #record(): readonly RegisteredMiddleware[] {
    return recordedMiddleware(this.environment.host?.httpAdapter);
  }

  #endpointPaths(): readonly string[] {
    return this.environment.endpointPaths?.() ?? ['/mcp'];
  }

  #filtersOf(instance: object, handler: object, moduleKey: string): readonly BoundFilter[] {
    return this.#creators.filters.create(instance, handler, moduleKey).filters;
  }
}

function whereOf({ metatype, methodName }: MethodPlan): string {
  return `${metatype.name}.${methodName}`;
}
