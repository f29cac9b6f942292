/** Bytes of one answer, or of one event of a stream: what another server sends is parsed in our memory. */
export const LARGEST_ANSWER = 32 * 1024 * 1024;

/** `fetch` that gives up an answer past the bound, before the whole of it is in memory. */
export async function boundedFetch(
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init);
  if (!response.body) return response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const { status, statusText, headers, url } = response;
  const body = response.body.pipeThrough(byteCounter(isStream));
  const bounded = new Response(body, { status, statusText, headers });
  // The answer to a redirect is told by it; the constructor has no place for one.
  return Object.defineProperty(bounded, 'url', { value: url });
}

/** @param restarts whether an empty line, the end of an event, begins the count anew */
function byteCounter(restarts: boolean): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      count = restarts && endsEvent(chunk) ? chunk.length : count + chunk.length;
      if (count <= LARGEST_ANSWER) return controller.enqueue(chunk);
      controller.error(new Error(`The answer has more than ${LARGEST_ANSWER} bytes`));
    },
  });
}

function endsEvent(chunk: Uint8Array): boolean {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return ['\n\n', '\r\n\r\n', '\r\r'].some((end) => text.includes(end));
}
