import type { Readable } from 'node:stream';
import { connectLater, neverConnect, type Connectable } from '../../wire/connect-later.js';
import type { ProtocolError } from '../../errors/protocol.error.js';
import { incomplete, tooLarge, tooSlow } from './http-faults.js';

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
  let timer: NodeJS.Timeout | undefined;
  const clock: Connectable = {
    connect: () => {
      timer = setTimeout(() => finish(tooSlow(timeout)), timeout);
    },
  };
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > limit) finish(tooLarge(limit));
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish(undefined);
  // The peer left in the middle: nobody reads the answer, but whoever waits must be let go.
  const onGone = (): void => finish(incomplete());
  const finish = (fault: ProtocolError | undefined): void => {
    neverConnect(clock);
    clearTimeout(timer);
    source.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
    if (fault !== undefined) source.on('error', () => {}).pause();
    done(fault, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  };
  connectLater(clock);
  source.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
}

/** The fault of a body that says beforehand that it is too long. */
export function declaredLengthFault(
  contentLength: string | undefined,
  limit: number,
): ProtocolError | undefined {
  return Number(contentLength ?? 0) > limit ? tooLarge(limit) : undefined;
}
