import { Logger } from '@nestjs/common';
import type { AbstractHttpAdapter, ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import { SetupError, type SetupProblem } from '../../errors/setup.error.js';
import type { MessageHandler } from '../message-handler.js';
import { assertStaticPath, endpointPaths, pathOf } from './endpoint-path.js';
import { ExchangeHandler } from './exchange-handler.js';
import {
  endpointSettings,
  type EndpointSettings,
  type HttpEndpointOptions,
} from './http.options.js';
import { routeOn, type FastifyInstance } from './fastify.mount.js';
import { answerOn, readBodiesOn } from './node.mount.js';
import { pathTaken, routeInFront, type ExpressApplication } from './taken-path.js';

/**
 * The Streamable HTTP endpoint of one server in one Nest application.
 *
 * Build it while the module's providers are built, call `mount()` in `onModuleInit` (middleware and
 * routes are there, the 404 handler is not) and `drain()` before any module is destroyed.
 */
export class HttpEndpoint {
  readonly #logger = new Logger('Toolport');
  readonly #settings: EndpointSettings;
  readonly #config: ApplicationConfig;
  readonly #host: HttpAdapterHost;
  readonly #handler: ExchangeHandler;
  #paths?: readonly string[];
  #drained?: Promise<void>;

  /** @throws SetupError where `options.path` is no plain path */
  constructor(
    options: HttpEndpointOptions,
    server: MessageHandler,
    host: HttpAdapterHost,
    config: ApplicationConfig,
  ) {
    this.#settings = endpointSettings(options);
    assertStaticPath(this.#settings.path);
    this.#config = config;
    this.#host = host;
    this.#handler = new ExchangeHandler(this.#settings, server, (error, reference) =>
      this.#logger.error(`ref ${reference}`, error),
    );
    // At once where the adapter is known; under Test.createTestingModule() it comes later.
    host.init$.subscribe(() => this.#install(host.httpAdapter));
  }

  /** Where the endpoint answers, without trailing slash; final once `setGlobalPrefix()` has run. */
  get paths(): readonly string[] {
    const { path, ignoreGlobalPrefix } = this.#settings;
    return (this.#paths ??= endpointPaths(path, ignoreGlobalPrefix, this.#config));
  }

  /**
   * Begins to answer.
   *
   * @throws SetupError `MCP_PATH_TAKEN` where a route of the app would answer first
   */
  mount(): void {
    const adapter = this.#host.httpAdapter;
    if (isSocketless(adapter)) return;
    if (isFastify(adapter)) this.#mountOnFastify(adapter.getInstance());
    else this.#mountOnNode(adapter);
  }

  /** Refuses new calls and waits for the running ones, at most `drainTimeout`. */
  drain(): Promise<void> {
    return (this.#drained ??= this.#handler.drain());
  }

  #mountOnFastify(instance: FastifyInstance): void {
    const isTaken = (url: string): boolean => instance.hasRoute({ method: 'POST', url });
    assertFree(this.paths.filter(isTaken).map((path) => pathTaken(path, path)));
    routeOn(instance, this.paths, this.#handler);
  }

  #mountOnNode(adapter: AbstractHttpAdapter): void {
    const application: ExpressApplication = adapter.getInstance();
    assertFree(
      this.paths.flatMap((path) => {
        const route = routeInFront(application, path || '/');
        return route === undefined ? [] : [pathTaken(path || '/', route)];
      }),
    );
    answerOn(adapter, this.paths, this.#serves, this.#handler);
  }

  readonly #serves = (url: string): boolean => this.paths.includes(pathOf(url));

  #install(adapter: AbstractHttpAdapter): void {
    if (isSocketless(adapter)) return;
    if (!isFastify(adapter)) readBodiesOn(adapter, this.#serves, this.#handler);
  }
}

/** The stdio adapter, and an application context, serve no requests. */
function isSocketless(adapter: AbstractHttpAdapter | undefined): boolean {
  return adapter === undefined || adapter === null || adapter.getType() === 'mcp';
}

function isFastify(adapter: AbstractHttpAdapter): boolean {
  return adapter.getType() === 'fastify';
}

function assertFree(problems: readonly SetupProblem[]): void {
  if (problems.length > 0) throw new SetupError(problems);
}
