import { StreamableFile } from '@nestjs/common';
import { types } from 'node:util';
import type { McpCallContext } from '../context/call-context.js';
import type { AbortWatch } from './abort-watch.js';
import { BinaryBody, filenameOf } from './binary-body.js';
import type { Outcome } from './invoker.js';
import { ResultTooLargeError } from './result-limit.js';
import { isThenable } from '../wire/awaitable.js';

/** A body that REST would send piece by piece, as Nest 12 tells them apart. */
export type StreamedBody = StreamableFile | Response | AsyncIterable<unknown>;

/** Whether the value is sent piece by piece: a file, a web `Response`, an async iterable. */
export function isStreamedBody(value: unknown): value is StreamedBody {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof StreamableFile || isWebResponse(value)) return true;
  // An async iterable that is also a thenable (a Mongoose query) stands for what it resolves to.
  return (
    typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function' &&
    !isThenable(value)
  );
}

/** Ends a body that nobody will read: what it is read from, a file perhaps, must not stay open. */
export function discardBody(value: unknown): void {
  if (value instanceof StreamableFile) value.getStream().destroy();
  else if (isWebResponse(value)) void value.body?.cancel().catch(() => {});
  else if (isStreamedBody(value)) (value as { destroy?: () => void }).destroy?.();
}

/** A collected body and, for a web `Response`, its status. */
export interface CollectedBody {
  readonly value: unknown;
  readonly status?: number;
}

/**
 * Reads a streamed body to its end, as REST would have sent it: strings as they are, bytes as they
 * are, anything else as a line of JSON. The items of an async iterable go out as progress as they
 * come.
 *
 * @param headers of the response: what `@Header()` and `@Res()` have set
 * @throws ResultTooLargeError past `limit` bytes; the source is stopped
 */
export async function collectBody(
  body: StreamedBody,
  call: McpCallContext,
  watch: AbortWatch,
  limit: number,
  headers: Outcome['headers'] = {},
): Promise<CollectedBody> {
  if (body instanceof StreamableFile) {
    const own = body.getHeaders();
    const { bytes } = await drain(body.getStream(), watch, limit);
    // As on the route, where the file's own headers fill in what nobody has set.
    const type = (headers['content-type'] as string | undefined) ?? own.type;
    const name = filenameOf(headers['content-disposition'] ?? own.disposition);
    return { value: new BinaryBody(bytes, type, name) };
  }
  if (isWebResponse(body)) {
    const { bytes } = body.body ? await drain(body.body, watch, limit) : EMPTY;
    const type = body.headers.get('content-type') ?? undefined;
    return { value: new BinaryBody(bytes, type, undefined, true).toValue(), status: body.status };
  }
  let count = 0;
  const { bytes, binary } = await drain(body, watch, limit, (text) =>
    call.progress((count += 1), undefined, text),
  );
  return { value: binary ? new BinaryBody(bytes) : bytes.toString('utf8') };
}

const EMPTY = { bytes: Buffer.alloc(0), binary: false };

async function drain(
  source: AsyncIterable<unknown>,
  watch: AbortWatch,
  limit: number,
  onItem?: (text: string | undefined) => void,
): Promise<{ bytes: Buffer; binary: boolean }> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  let binary = false;
  try {
    for (;;) {
      const item = await nextItem(iterator, watch);
      if (item.done) return { bytes: Buffer.concat(chunks), binary };
      const chunk = toChunk(item.value);
      size += chunk.bytes.length;
      if (size > limit) throw new ResultTooLargeError(limit);
      binary ||= chunk.text === undefined;
      chunks.push(chunk.bytes);
      onItem?.(chunk.text);
    }
  } catch (error) {
    stop(source, iterator);
    throw error;
  }
}

/** The next item, or a rejection as soon as the call is aborted. */
async function nextItem(
  iterator: AsyncIterator<unknown>,
  watch: AbortWatch,
): Promise<IteratorResult<unknown>> {
  watch.throwIfAborted();
  return new Promise((resolve, reject) => {
    watch.whileRunning(reject);
    iterator
      .next()
      .then(resolve, reject)
      .finally(() => watch.whileRunning(undefined));
  });
}

/** Stops what produces the items, which a pending read must not hold up. */
function stop(source: unknown, iterator: AsyncIterator<unknown>): void {
  (source as { destroy?: () => void }).destroy?.();
  iterator.return?.().catch(() => undefined);
}

/** One item as REST writes it (Nest 12, `toResponseChunk`). */
function toChunk(item: unknown): { bytes: Buffer; text?: string } {
  if (typeof item === 'string') return { bytes: Buffer.from(item), text: item };
  if (ArrayBuffer.isView(item)) {
    return { bytes: Buffer.from(item.buffer, item.byteOffset, item.byteLength) };
  }
  if (types.isAnyArrayBuffer(item)) return { bytes: Buffer.from(item) };
  const json = JSON.stringify(item) as string | undefined;
  if (json === undefined) return { bytes: EMPTY.bytes, text: '' };
  return { bytes: Buffer.from(`${json}\n`), text: json };
}

function isWebResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === '[object Response]';
}
