import { randomUUID } from 'node:crypto';
import { FAULTS } from '../protocol/error-codes.js';
import type { RpcErrorObject } from '../protocol/json-rpc.js';
import { isProtocolError } from './protocol.error.js';

/** A fault as it goes out: the JSON-RPC error, its HTTP status and headers. */
export interface WireFault {
  readonly error: RpcErrorObject;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Told about what was masked: the error and the reference that the peer was given. */
export type OnMasked = (error: unknown, reference: string) => void;

/**
 * Turns whatever was thrown into a wire fault; the only place where protocol faults are masked.
 *
 * A `ProtocolError` speaks for itself; anything else becomes `MCP_INTERNAL` with a reference, and
 * `onMasked` gets the cause under that reference.
 */
export function toRpcError(thrown: unknown, onMasked: OnMasked): WireFault {
  if (isProtocolError(thrown)) {
    const error = { code: thrown.rpc, message: thrown.message, data: thrown.data };
    return { error, status: thrown.status, headers: thrown.headers };
  }
  const reference = newReference();
  onMasked(thrown, reference);
  const { rpc, http } = FAULTS.MCP_INTERNAL;
  const message = `Internal error (ref ${reference})`;
  return { error: { code: rpc, message, data: { code: 'MCP_INTERNAL', reference } }, status: http };
}

/** A short id that joins a masked answer to its line in the log. */
export function newReference(): string {
  return randomUUID().slice(0, 8);
}
