import type { AbstractHttpAdapter } from '@nestjs/core';
import { ownMiddleware } from '../../wire/own-middleware.js';
import type { ExchangeHandler } from './exchange-handler.js';
import { askEarlier } from './taken-path.js';
import { NodePort, type NodeRequest, type NodeResponse } from './node-port.js';

type Next = (error?: unknown) => void;

/**
 * Puts the body reader first in line: called while the app is being built, before its own body
 * parser and `app.use()` are there. The app's parser then finds the body already read.
 *
 * @param serves whether a request target is the endpoint's; asked per request, since
 * `setGlobalPrefix()` comes later
 */
export function readBodiesOn(
  adapter: AbstractHttpAdapter,
  serves: (url: string) => boolean,
  handler: ExchangeHandler,
): void {
  const read = (request: NodeRequest, _response: NodeResponse, next: Next): void => {
    if (request.method !== 'POST' || !serves(request.url ?? '')) return next();
    handler.reader.read(request, request, (intake, body) => {
      request.body = intake.kind === 'message' ? intake.message : undefined;
      request.rawBody = body;
      next();
    });
  };
  adapter.use(ownMiddleware(read));
}

/**
 * Puts the endpoint behind the app's middleware and before its 404; behind its routes too, as far as
 * they could answer for one of `paths`.
 */
export function answerOn(
  adapter: AbstractHttpAdapter,
  paths: readonly string[],
  serves: (url: string) => boolean,
  handler: ExchangeHandler,
): void {
  const answer = (request: NodeRequest, response: NodeResponse, next: Next): void => {
    if (!serves(request.url ?? '')) return next();
    handler.answer(request, new NodePort(request, response));
  };
  adapter.use(ownMiddleware(answer));
  askEarlier(
    adapter.getInstance(),
    paths.flatMap((path) => [path || '/', `${path}/`]),
  );
}
