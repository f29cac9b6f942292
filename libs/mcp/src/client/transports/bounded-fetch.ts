/** Bytes of one answer, or of one event of a stream: what another server sends is parsed in our memory. */
export const LARGEST_ANSWER = 32 * 1024 * 1024;

/** `fetch` that gives up an answer past the bound, before the whole of it is in memory. */
export async function boundedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  const isStream = type.startsWith('text/event-stream');
  const { status, statusText, headers, url } = response;
  const body = response.body.pipeThrough(byteCounter(isStream));
  const bounded = new Response(body, { status, statusText, headers });
  // The answer to a redirect is told by it; the constructor has no place for one.
  return Object.defineProperty(bounded, 'url', { value: url });
}

/** Bytes of an empty line's beginning that may stand in the chunk before. */
const LONGEST_END = 3;

/** @param restarts whether an empty line, the end of an event, begins the count anew */
function byteCounter(restarts: boolean): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  // An empty line may be split over two chunks.
  let tail = Buffer.alloc(0);
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.length;
      if (restarts) {
        const bytes = Buffer.concat([tail, chunk]);
        if (endsEvent(bytes)) count = chunk.length;
        tail = bytes.subarray(-LONGEST_END);
      }
      if (count <= LARGEST_ANSWER) return controller.enqueue(chunk);
      controller.error(new Error(`The answer has more than ${LARGEST_ANSWER} bytes`));
    },
  });
}

function endsEvent(bytes: Buffer): boolean {
  return ['\n\n', '\r\n\r\n', '\r\r'].some((end) => bytes.includes(end));
}
