import type { IncomingMessage } from 'node:http';
import { isForwarded } from '../wire/forwarding-headers.js';

/** Where the request of an upgrade comes from. */
export interface UpgradeOrigin {
  /** Undefined: nobody can tell. */
  readonly remoteAddress: string | undefined;
  readonly protocol: string;
}

/**
 * Where a request comes from that the framework has never seen, since Node hands upgrades out beside
 * it: as its `trust proxy` setting has it. Behind a proxy on the same host the socket's own address
 * would open to everybody what is open to local callers.
 *
 * @param framework Express's or Fastify's application
 */
export function originOf(request: IncomingMessage, framework: unknown): UpgradeOrigin {
  const { headers, socket } = request;
  const seen = expressRequest(request, framework) ?? fastifyRequest(request, framework);
  if (seen) return { remoteAddress: seen.ip, protocol: seen.protocol };
  return {
    remoteAddress: isForwarded(headers) ? undefined : socket.remoteAddress,
    protocol: 'encrypted' in socket ? 'https' : 'http',
  };
}

interface SeenRequest {
  readonly ip: string | undefined;
  readonly protocol: string;
}

/** Express makes a request its own by this prototype, which knows the application. */
function expressRequest(
  { headers, socket }: IncomingMessage,
  framework: unknown,
): SeenRequest | undefined {
  const { request: prototype } = Object(framework) as { request?: unknown };
  if (typeof prototype !== 'object' || prototype === null || !('ip' in prototype)) return undefined;
  return Object.create(prototype, { headers: { value: headers }, socket: { value: socket } });
}

type FastifyRequestClass = new (
  id: string,
  params: object,
  raw: IncomingMessage,
  query: object,
) => SeenRequest;

/** Fastify keeps the class of its requests, which `trustProxy` has shaped, under a symbol. */
function fastifyRequest(request: IncomingMessage, framework: unknown): SeenRequest | undefined {
  if (typeof framework !== 'object' || framework === null) return undefined;
  const key = Object.getOwnPropertySymbols(framework).find(
    ({ description }) => description === 'fastify.Request',
  );
  const found: unknown = key && Reflect.get(framework, key);
  if (typeof found !== 'function') return undefined;
  return new (found as FastifyRequestClass)('upgrade', {}, request, {});
}
