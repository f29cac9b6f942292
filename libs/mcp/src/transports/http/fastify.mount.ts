import type { Readable } from 'node:stream';
import type { ExchangeHandler } from './exchange-handler.js';
import { mediaType } from './http-faults.js';
import { FastifyPort, type FastifyReply, type FastifyRequest } from './fastify-port.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

type Done = (error: Error | null, body?: unknown) => void;

/** What we use of a Fastify instance; the package itself is an optional peer. */
export interface FastifyInstance {
  readonly initialConfig: {
    readonly ignoreTrailingSlash?: boolean;
    readonly routerOptions?: { readonly ignoreTrailingSlash?: boolean };
  };
  register(plugin: (scope: FastifyInstance, options: unknown, done: () => void) => void): unknown;
  hasRoute(route: { method: string; url: string }): boolean;
  route(route: FastifyRoute): unknown;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    types: readonly string[],
    parser: (request: FastifyRequest, body: Readable, done: Done) => void,
  ): void;
  errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply): unknown;
}

interface FastifyRoute {
  readonly method: readonly string[];
  readonly url: string;
  readonly exposeHeadRoute: boolean;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly errorHandler: (error: Error, request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Adds the endpoint's routes in a scope of their own, whose one body parser is our bounded reader:
 * the app's parsers, limits and `bodyParser: false` do not matter there, its hooks do.
 */
export function routeOn(
  instance: FastifyInstance,
  paths: readonly string[],
  handler: ExchangeHandler,
): void {
  instance.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // Both: Fastify remembers its parser for a type that is named, and reads that of any other anew.
    scope.addContentTypeParser(['application/json', '*'], (request, body, parsed) => {
      handler.reader.read(request.raw, body, (intake, bytes) => {
        request.rawBody = bytes;
        // A fault is the route's to answer, after the app's hooks.
        parsed(null, intake.kind === 'message' ? intake.message : undefined);
      });
    });
    for (const url of withTrailingSlash(paths, instance)) addRoute(scope, url, handler);
    done();
  });
}

/** The paths, and the same with a slash, where Fastify does not know that they are the same. */
export function withTrailingSlash(
  paths: readonly string[],
  { initialConfig }: Pick<FastifyInstance, 'initialConfig'>,
): string[] {
  const ignored =
    initialConfig.ignoreTrailingSlash ?? initialConfig.routerOptions?.ignoreTrailingSlash;
  const urls = ignored ? paths : paths.flatMap((path) => [path, `${path}/`]);
  return urls.filter((url) => url !== '');
}

function addRoute(scope: FastifyInstance, url: string, handler: ExchangeHandler): void {
  // The app's own `GET /mcp`, a page for people perhaps, stays the app's.
  const method = METHODS.filter(
    (name) => name === 'POST' || !scope.hasRoute({ method: name, url }),
  );
  scope.route({
    method,
    url,
    exposeHeadRoute: true,
    handler: (request, reply) => handler.answer(request.raw, new FastifyPort(request, reply)),
    errorHandler: (error, request, reply) => {
      if (isUnreadableBody(error)) {
        const fault = mediaType('The Content-Type header is malformed');
        handler.answerFault(request.raw, new FastifyPort(request, reply), fault);
      } else scope.errorHandler(error, request, reply);
    },
  });
}

/** Fastify looks at `Content-Type` before our reader is asked. */
function isUnreadableBody(error: Error & { code?: unknown }): boolean {
  return error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
}
