import type { IncomingHttpHeaders } from 'node:http';
import { isForwarded } from '../wire/forwarding-headers.js';

/** What is known of where a request comes from. */
export interface RequestOrigin {
  readonly headers: Readonly<Record<string, unknown>> | IncomingHttpHeaders;
  /** As the platform has it: with `trust proxy`, what a header says. */
  readonly remoteAddress: string | undefined;
  /** The framework's request. */
  readonly request: object | undefined;
}

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

/**
 * Whether a program on this machine sent the request itself. A tunnel ends on this machine as well, so
 * that the address alone says nothing; whatever is in doubt is not local.
 */
export function isFromThisMachine({ headers, remoteAddress, request }: RequestOrigin): boolean {
  const addresses = [remoteAddress, socketOf(request)?.remoteAddress];
  if (!addresses.every((address) => address !== undefined && LOOPBACK.test(address))) return false;
  return !isForwarded(headers);
}

/** Express's request has the socket itself, Fastify's has Node's request in `raw`. */
function socketOf(request: object | undefined): { readonly remoteAddress?: string } | undefined {
  const { raw, socket } = (request ?? {}) as PlatformRequest;
  return raw?.socket ?? socket;
}

interface PlatformRequest {
  readonly socket?: { readonly remoteAddress?: string };
  readonly raw?: { readonly socket?: { readonly remoteAddress?: string } };
}
