import type { AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';
import { withTrailingSlash, type FastifyInstance } from '../transports/http/fastify.mount.js';
import { pathOf } from '../transports/http/endpoint-path.js';
import {
  FastifyPort,
  type FastifyReply,
  type FastifyRequest,
} from '../transports/http/fastify-port.js';
import type { HttpPort } from '../transports/http/http-port.js';
import { NodePort, type NodeRequest, type NodeResponse } from '../transports/http/node-port.js';
import type { OriginGuard } from '../transports/http/origin.guard.js';
import { pathTaken, routeInFront, type ExpressApplication } from '../transports/http/taken-path.js';
import { ownMiddleware } from '../wire/own-middleware.js';
import { notFromHere, PAGE_NAME } from './inspector.js';
import { isFromThisMachine } from './local-caller.js';
import { PAGE, PAGE_HEADERS } from './page-response.js';

/** What we use of a Fastify instance; the package itself is an optional peer. */
interface PageFastify extends Pick<FastifyInstance, 'initialConfig' | 'hasRoute'> {
  route(route: {
    readonly method: 'GET';
    readonly url: string;
    readonly exposeHeadRoute: true;
    readonly handler: (request: FastifyRequest, reply: FastifyReply) => void;
  }): unknown;
}

/**
 * `GET <path>/inspector`: the page, behind the application's middleware, and nothing of the application
 * in it. What it shows it asks the endpoint for, with the credentials of whoever sits before it.
 */
export class InspectorPage {
  /** @param endpointPaths asked when it is mounted, since `setGlobalPrefix()` comes late */
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly origins: OriginGuard,
    private readonly endpointPaths: () => readonly string[],
  ) {}

  /**
   * Begins to answer; to be called with `HttpEndpoint.mount()`.
   *
   * @throws SetupError `MCP_PATH_TAKEN` where a route of the app would answer first
   */
  mount(): void {
    const { httpAdapter: adapter } = this.host;
    const type = adapter?.getType();
    if (!adapter || type === 'mcp') return;
    const paths = this.endpointPaths().map((path) => path + PAGE_NAME);
    if (type === 'fastify') this.#mountOnFastify(adapter.getInstance(), paths);
    else this.#mountOnNode(adapter, paths);
  }

  #mountOnFastify(instance: PageFastify, paths: readonly string[]): void {
    assertFree(paths, (url) => (instance.hasRoute({ method: 'GET', url }) ? url : undefined));
    for (const url of withTrailingSlash(paths, instance)) {
      instance.route({
        method: 'GET',
        url,
        exposeHeadRoute: true,
        handler: (request, reply) => this.#answer(new FastifyPort(request, reply)),
      });
    }
  }

  #mountOnNode(adapter: AbstractHttpAdapter, paths: readonly string[]): void {
    const application: ExpressApplication = adapter.getInstance();
    assertFree(paths, (path) => routeInFront(application, path, 'get'));
    const answer = (request: NodeRequest, response: NodeResponse, next: () => void): void => {
      const isAsked = request.method === 'GET' || request.method === 'HEAD';
      if (!isAsked || !paths.includes(pathOf(request.url ?? ''))) return next();
      this.#answer(new NodePort(request, response));
    };
    adapter.use(ownMiddleware(answer));
  }

  #answer(port: HttpPort): void {
    const fault =
      this.origins.check(port.headers) ?? (isFromThisMachine(port) ? undefined : notFromHere());
    if (fault) port.answer(fault.status, REFUSAL_HEADERS, `${fault.message}\n`);
    else port.answer(200, PAGE_HEADERS, PAGE);
  }
}

const REFUSAL_HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function assertFree(
  paths: readonly string[],
  routeBefore: (path: string) => string | undefined,
): void {
  const problems = paths.flatMap((path) => {
    const route = routeBefore(path);
    return route === undefined ? [] : [pathTaken(path, route, 'GET')];
  });
  if (problems.length > 0) throw new SetupError(problems);
}
