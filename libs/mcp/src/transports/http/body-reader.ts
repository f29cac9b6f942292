import type { Readable } from 'node:stream';
import { ProtocolError } from '../../errors/protocol.error.js';

/** What a body may cost. */
export interface BodyBounds {
  /** Bytes. */
  readonly limit: number;
  /** Milliseconds until it must have arrived. */
  readonly timeout: number;
}

/**
 * Collects a body up to its limit; on the first byte past it, or when time is up, it stops reading.
 *
 * @param done called once, with the body or the fault
 */
export function readBody(
  source: Readable,
  { limit, timeout }: BodyBounds,
  done: (fault: ProtocolError | undefined, body: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => finish(timeoutFault(timeout)), timeout);
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) finish(tooLargeFault(limit));
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish(undefined);
  // The peer left in the middle: nobody reads the answer, but whoever waits must be let go.
  const onGone = (): void => finish(new ProtocolError('MCP_PARSE', 'The body is incomplete'));
  const finish = (fault: ProtocolError | undefined): void => {
    clearTimeout(timer);
    source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    if (fault !== undefined) source.on('error', () => {}).pause();
    done(fault, chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
  };
  source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
}

/** The fault of a body that says beforehand that it is too long. */
export function declaredLengthFault(
  contentLength: string | undefined,
  limit: number,
): ProtocolError | undefined {
  return Number(contentLength ?? 0) > limit ? tooLargeFault(limit) : undefined;
}

function tooLargeFault(limit: number): ProtocolError {
  const message = `The body is longer than ${limit} bytes, the server's http.bodyLimit`;
  return new ProtocolError('MCP_TOO_LARGE', message, { data: { limit } });
}

function timeoutFault(timeout: number): ProtocolError {
  const message = `The body did not arrive within ${timeout} ms, the server's http.bodyTimeout`;
  return new ProtocolError('MCP_INVALID_REQUEST', message, { status: 408 });
}
