import type { CallTransport } from '../context/call-context.js';
import type { AddressedRequest } from './resource-address.js';

/** What the token check needs of a message; a transport's context of it is one, and so is a call's. */
export interface CredentialedRequest {
  readonly transport: CallTransport;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The framework's real request; absent over stdio and in process. */
  readonly request?: AddressedRequest;
}

/**
 * Whether refused credentials fail the whole message. Over stdio and in process the peer has started
 * us, and a refusal is the result of the calls that need more (DESIGN §8).
 */
export function isRemote({ transport }: CredentialedRequest): boolean {
  return transport === 'http' || transport === 'websocket';
}
