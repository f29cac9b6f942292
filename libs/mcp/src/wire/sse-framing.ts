/**
 * Frames one message as a server-sent event.
 *
 * @param json JSON text, which never holds a raw line break, so one `data:` line carries it whole
 * (HTML, Server-sent events §9.2.6)
 * @param id event id, where the stream can be resumed
 */
export function encodeEvent(json: string, id?: string): string {
  return id === undefined
    ? `event: message\ndata: ${json}\n\n`
    : `event: message\nid: ${id}\ndata: ${json}\n\n`;
}

/** A comment: no event for the client, a sign of life for every proxy on the way. */
export const KEEP_ALIVE = ': keep-alive\n\n';

/** The headers of every stream. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  // no-transform: a proxy or compression() that gathers bytes would hold events back.
  'cache-control': 'no-cache, no-transform',
  // nginx buffers whole responses unless told otherwise.
  'x-accel-buffering': 'no',
} as const;
