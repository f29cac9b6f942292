import { AsyncResource } from 'node:async_hooks';
import { HttpException, type CanActivate, type Type } from '@nestjs/common';
import type { ContextId } from '@nestjs/core';
import { McpCallContext } from '../context/call-context.js';
import { ProtocolError } from '../errors/protocol.error.js';
import { challengeOf } from '../protocol/challenge.js';
import { AbortWatch } from './abort-watch.js';
import { CallExchange } from './call-exchange.js';
import { defaultAnswer, speaksForItself } from './default-answer.js';
import { decorateEndpoint, type EndpointOptions, type McpEndpoint } from './endpoint.js';
import { messagesIn, scopesIn } from './error-body.js';
import { CallExecutionContext } from './execution-context.js';
import type { NestCreators } from './nest-creators.js';
import { isStatic, resolveScoped, type Owner } from './scoped-instance.js';
import { DEFAULT_RESULT_LIMIT } from './result-limit.js';
import { runGuards } from './run-guards.js';
import { isThenable } from '../wire/awaitable.js';
import type { MountedMiddleware } from './route-middleware.js';
import { bareParts } from './request-parts.js';
import type { CallResponse } from './synthetic-response.js';
import { throughMiddleware } from './through-middleware.js';

/** Lets a message pass that is not a call, or rejects with a `ProtocolError` 401 or 403. */
export type Gate = (call: McpCallContext, message: object) => Promise<void>;

/** What a gate is made of. */
export interface GateParts {
  readonly creators: NestCreators;
  /** `McpEndpoint`'s place in Nest's container. */
  readonly owner: Owner & { readonly moduleKey: string };
  readonly options: EndpointOptions;
  /** Of the endpoint's path; no POST has passed it where the transport is not HTTP. */
  readonly middleware: readonly MountedMiddleware[];
}

/**
 * The gate of one endpoint: the global guards and its own, once per message, and nothing else. They
 * see `POST`, the mount path, empty params and query, and the message as body.
 */
export function compileGate(parts: GateParts): Gate {
  const gate = new EndpointGate(parts);
  return (call, message) =>
    new AsyncResource('McpEndpoint').runInAsyncScope(() =>
      McpCallContext.run(call, () => gate.pass(call, message)),
    );
}

/** The guards for a call: at hand where all of them are static. */
type GuardsFor = (
  exchange: CallExchange,
) => readonly CanActivate[] | Promise<readonly CanActivate[]>;

class EndpointGate {
  readonly #metatype: Type<McpEndpoint>;
  readonly #guardsFor: GuardsFor;

  constructor(private readonly parts: GateParts) {
    this.#metatype = decorateEndpoint(parts.options);
    this.#guardsFor = guardsOf(parts, this.#metatype);
  }

  async pass(call: McpCallContext, message: object): Promise<void> {
    const { options, middleware } = this.parts;
    const parts = bareParts({ method: 'POST', path: options.path, body: message });
    const exchange = new CallExchange(call, parts, DEFAULT_RESULT_LIMIT);
    const { response } = exchange;
    const ask = (): Promise<void> => this.#ask(call, exchange);
    const missing = call.transport === 'http' ? [] : middleware;
    try {
      await throughMiddleware(missing, exchange, ask, () => {
        throw new HttpException(response.body as string, response.statusCode);
      });
    } catch (error) {
      const challenge = (scopes?: readonly string[]) =>
        options.challenge?.(call, scopes) ?? challengeOf({});
      throw toFault(error, response, challenge);
    } finally {
      exchange.close();
    }
  }

  async #ask(call: McpCallContext, exchange: CallExchange): Promise<void> {
    const metatype = this.#metatype;
    const handler = metatype.prototype.handle as () => void;
    const context = new CallExecutionContext(exchange, () => {}, metatype, handler);
    const watch = new AbortWatch(call, () => {});
    try {
      const found = this.#guardsFor(exchange);
      const guards = isThenable(found) ? await found : found;
      await runGuards(guards, context, watch);
    } finally {
      watch.stop();
    }
  }
}

function guardsOf({ creators, owner, options }: GateParts, metatype: Type<McpEndpoint>): GuardsFor {
  const instance = new metatype();
  const handler = metatype.prototype.handle as () => void;
  const create = (contextId?: ContextId): readonly CanActivate[] => [
    ...creators.guards.create(instance, handler, owner.moduleKey, contextId, owner.wrapper.id),
    ...(options.guards ?? []),
  ];
  if (!isStatic(owner)) {
    return async ({ request }) => create((await resolveScoped(owner, request)).contextId);
  }
  const guards = create();
  return () => guards;
}

/** A refusal as a protocol fault with its own HTTP status; any other error is left to be masked. */
function toFault(
  error: unknown,
  response: CallResponse,
  challenge: (scopes?: readonly string[]) => string,
): unknown {
  if (!speaksForItself(error)) return error;
  const { status, value } = defaultAnswer(error);
  if (status >= 500) return error;
  const message = messagesIn(value) ?? 'Refused';
  const headers = headersOf(response);
  const scopes = status === 403 ? scopesIn(value) : undefined;
  if (status === 401 || scopes) headers['www-authenticate'] ??= challenge(scopes);
  if (status === 401)
    return new ProtocolError('MCP_UNAUTHORIZED', message, { cause: error, headers });
  // A throttler's 429 is no 403, yet the table has no row for every status a guard may choose.
  const codes = status === 403 ? {} : { status, rpc: status };
  return new ProtocolError('MCP_FORBIDDEN', message, { cause: error, headers, ...codes });
}

function headersOf(response: CallResponse): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['www-authenticate', 'retry-after']) {
    const value = response.getHeader(name);
    if (value !== undefined) headers[name] = String(value as string);
  }
  return headers;
}
