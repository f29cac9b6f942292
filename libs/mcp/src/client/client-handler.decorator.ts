import type { ClientHandlerKind } from './client-handler.js';

const HANDLER = Symbol.for('toolport.client-handler');

/** What `@McpClientHandler` noted. */
export interface ClientHandlerMark {
  readonly kind: ClientHandlerKind;
  /** Undefined: of every server that has no handler of its own. */
  readonly server?: string;
}

/**
 * Lets a provider's method answer what a server asks of us; only questions that somebody answers
 * are announced to the server.
 *
 * The method gets `(params, { server, signal })` and returns the answer of the protocol.
 *
 * @param server key of the server; left out: every server
 * @example
 * ```ts
 * @McpClientHandler('elicit', 'github')
 * async ask({ message, requestedSchema }: ElicitRequestFormParams, { signal }: ClientHandlerContext) {
 *   return { action: 'accept', content: await this.forms.show(message, requestedSchema, signal) };
 * }
 * ```
 */
export function McpClientHandler(kind: ClientHandlerKind, server?: string): MethodDecorator {
  return (target, property) => {
    const method: unknown = Object.getOwnPropertyDescriptor(target, property)?.value;
    if (typeof method !== 'function') throw new TypeError('@McpClientHandler() stands on a method');
    Reflect.defineMetadata(HANDLER, [...clientHandlerMarks(method), { kind, server }], method);
  };
}

/** The marks of a method; the one reader of this metadata. */
export function clientHandlerMarks(method: unknown): readonly ClientHandlerMark[] {
  if (typeof method !== 'function') return [];
  const marks: unknown = Reflect.getMetadata(HANDLER, method);
  return Array.isArray(marks) ? marks : [];
}
