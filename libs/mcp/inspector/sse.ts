/** The data of each event of a stream, as they come (HTML, Server-sent events §9.2.6). */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader();
  for (;;) {
    const { done, value = '' } = await reader.read();
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of done ? [...blocks, rest] : blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice('data:'.length).replace(/^ /, ''));
      if (data.length > 0) yield data.join('\n');
    }
    if (done) return;
  }
}
