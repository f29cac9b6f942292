import {
  createParamDecorator,
  type ExecutionContext,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { McpCallContext } from '../context/call-context.js';
import { CALL_MARKER, PARAM_MARKER, REQUEST_ARGUMENTS } from './metadata-keys.js';

/**
 * Injects the running call's `McpCallContext`; on a method that was reached by REST, a context
 * whose progress and log do nothing. Never undefined.
 */
export const McpCall: () => ParameterDecorator = createParamDecorator(
  mark((_data: unknown, context: ExecutionContext) => callOf(context), CALL_MARKER),
);

const param = createParamDecorator(
  mark(
    (key: string, context: ExecutionContext) => argumentOf(requestOf(context), key),
    PARAM_MARKER,
  ),
);

/**
 * Injects one argument of a provider's tool, as `@Body('city')` does on a route.
 *
 * @param key the argument's name
 * @param pipes run on it after the method's
 */
export function McpParam(
  key: string,
  ...pipes: (Type<PipeTransform> | PipeTransform)[]
): ParameterDecorator {
  return param(key, ...pipes);
}

function callOf(context: ExecutionContext): McpCallContext {
  const request = requestOf(context);
  const current = McpCallContext.current();
  // A store inherited from an outer call is not this request's.
  if (current && current.request === request) return current;
  return McpCallContext.forRest(request, restSignal(context));
}

/** Aborts when the REST caller hangs up before its answer is out. */
function restSignal(context: ExecutionContext): AbortSignal {
  const controller = new AbortController();
  const reply = context.switchToHttp().getResponse<{ raw?: ClosableReply } & ClosableReply>();
  const socket = reply.raw ?? reply;
  socket.once?.('close', () => {
    if (!socket.writableEnded) controller.abort(new Error('The client closed the connection'));
  });
  return controller.signal;
}

interface ClosableReply {
  writableEnded?: boolean;
  once?(event: 'close', listener: () => void): unknown;
}

function requestOf(context: ExecutionContext): object {
  return context.switchToHttp().getRequest<object>();
}

function argumentOf(request: object, key: string): unknown {
  const held = (request as { [REQUEST_ARGUMENTS]?: Record<string, unknown> })[REQUEST_ARGUMENTS];
  return held && Object.hasOwn(held, key) ? held[key] : undefined;
}

function mark<Factory extends object>(factory: Factory, marker: symbol): Factory {
  return Object.assign(factory, { [marker]: true });
}
