import { LineSession } from './support/line-session.js';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });
const pong = (id: unknown) => ({ jsonrpc: '2.0', id, result: {} });
const echo = (id: unknown, text: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'echo',
  params: { text },
});
const fault = (code: string) => ({ id: null, error: { data: { code } } });

describe('stdio: lines in', () => {
  it('answers one line with one line', async () => {
    const session = new LineSession().read().say(ping(1));
    expect(await session.messages(1)).toEqual([pong(1)]);
    session.input.end();
    await session.over;
    expect(session.lines).toHaveLength(1);
  });

  it('O-G09: understands characters that two chunks share, and escapes', async () => {
    const text = 'тест → ★ 日本語 😀';
    const line = Buffer.from(`${JSON.stringify(echo(1, text))}\n`);
    for (let cut = line.indexOf('т'); cut < line.length; cut++) {
      const session = new LineSession().read();
      session.input.write(line.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      session.input.end(line.subarray(cut));
      expect(await session.messages(1)).toMatchObject([{ result: { text } }]);
    }
    const session = new LineSession().read();
    session.input.end(
      '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":"\\u0442\\ud83d\\ude00"}}\n',
    );
    expect(await session.messages(1)).toMatchObject([{ result: { text: 'т😀' } }]);
  });

  it('O-G10: takes a byte order mark, CRLF and blank lines', async () => {
    const session = new LineSession().read();
    session.input.write(Buffer.from([0xef, 0xbb, 0xbf]));
    session.input.end(`${JSON.stringify(ping(1))}\r\n\r\n\n  \r\n${JSON.stringify(ping(2))}\r\n`);
    await session.over;
    expect(await session.messages(2)).toEqual([pong(1), pong(2)]);
    expect(session.lines).toHaveLength(2);
  });

  it('answers what comes at once, large and small, in ASCII and not, line by line', async () => {
    const texts = ['plain', 'é', 'x'.repeat(70_000), '日本', 'y'.repeat(200_000), 'end'];
    const session = new LineSession().read();
    session.input.end(texts.map((text, id) => `${JSON.stringify(echo(id, text))}\n`).join(''));
    await session.over;
    const answers = (await session.messages(texts.length)) as { id: number; result: object }[];
    expect([...answers].sort((one, other) => one.id - other.id)).toEqual(
      texts.map((text, id) => ({ jsonrpc: '2.0', id, result: { text } })),
    );
  });

  it('takes a last line without its newline', async () => {
    const session = new LineSession().read();
    session.input.end(JSON.stringify(ping(1)));
    await session.over;
    expect(await session.messages(1)).toEqual([pong(1)]);
  });

  it('takes a line of 10 MB', async () => {
    const text = 'é'.repeat(5_000_000);
    const session = new LineSession().read().say(echo(1, text));
    session.input.end();
    await session.over;
    const [answer] = await session.messages(1);
    const { text: echoed } = answer.result as { text: string };
    expect(echoed === text).toBe(true);
  });

  it('refuses a longer one, keeps none of it, and goes on', async () => {
    const session = new LineSession({}, { lineLimit: 1_000 }).read();
    session.say(echo(1, 'y'.repeat(100_000))).say(ping(2));
    expect(await session.messages(2)).toMatchObject([fault('MCP_TOO_LARGE'), pong(2)]);
    expect(session.server.seen).toEqual([ping(2)]);
  });

  it.each([
    ['no JSON', '{"jsonrpc":"2.0",', 'MCP_PARSE'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'MCP_PARSE'],
    ['text for people', 'hello there', 'MCP_PARSE'],
    ['deep nesting', '['.repeat(100_000), 'MCP_INVALID_REQUEST'],
  ])('answers %s with a fault, and goes on', async (_, line, code) => {
    const session = new LineSession().read();
    session.input.write(line);
    session.input.write('\n');
    session.say(ping(2));
    expect(await session.messages(2)).toMatchObject([fault(code), pong(2)]);
  });

  it('hands a batch over whole, and answers it with one line', async () => {
    const session = new LineSession().read().say([ping(1), ping(2)]);
    expect(await session.messages(1)).toEqual([[pong(1), pong(2)]]);
  });

  it('answers no notification', async () => {
    const session = new LineSession().read();
    session.say({ jsonrpc: '2.0', method: 'notifications/initialized' }).say(ping(1));
    session.input.end();
    await session.over;
    expect(await session.messages(1)).toEqual([pong(1)]);
    expect(session.lines).toHaveLength(1);
  });

  it('runs requests side by side and answers each when it is done', async () => {
    let finish!: () => void;
    const slow = new Promise<object>((resolve) => (finish = () => resolve({})));
    const session = new LineSession({ slow: () => slow }).read();
    session.say({ ...ping(1), method: 'slow' }).say(ping(2));
    expect(await session.messages(1)).toEqual([pong(2)]);
    finish();
    expect(await session.messages(2)).toEqual([pong(2), pong(1)]);
  });

  it('gives every message the headers, time and language of the start-up settings', async () => {
    const settings = { authorization: 'ApiKey x', tenant: 't', locale: 'de', timeout: 250 };
    const session = new LineSession({}, { settings }).read().say(ping(1)).say(ping(2));
    await session.messages(2);
    for (const context of session.server.contexts) {
      expect(context).toMatchObject({ transport: 'stdio', timeout: 250, locale: 'de' });
      expect(context.headers).toEqual({
        authorization: 'ApiKey x',
        'x-tenant-id': 't',
        'accept-language': 'de',
      });
      expect(context.remoteAddress).toBeUndefined();
    }
  });
});

describe('stdio: lines out', () => {
  it('is pure ASCII, whatever is said', async () => {
    const session = new LineSession().read().say(echo(1, 'тест → ★ 日本語 😀 \u2028'));
    await session.messages(1);
    expect([...session.written].every((byte) => byte < 0x80)).toBe(true);
  });

  it('keeps the order of what a call says', async () => {
    const session = new LineSession({
      chatty: async (_params, context) => {
        for (const progress of [1, 2, 3]) {
          await context.send({
            jsonrpc: '2.0',
            method: 'notifications/progress',
            params: { progress },
          });
        }
        return { done: true };
      },
    }).read();
    session.say({ ...ping(1), method: 'chatty' });
    expect(await session.messages(4)).toMatchObject([
      { params: { progress: 1 } },
      { params: { progress: 2 } },
      { params: { progress: 3 } },
      { id: 1, result: { done: true } },
    ]);
  });

  it('answers a result that is no JSON with a masked error, and goes on', async () => {
    const session = new LineSession({ unprintable: () => ({ big: 1n }) }).read();
    session.say({ ...ping('x'), method: 'unprintable' }).say(ping(2));
    const messages = await session.messages(2);
    const failed = { id: 'x', error: { data: { code: 'MCP_INTERNAL' } } };
    expect(messages.find(({ id }) => id === 'x')).toMatchObject(failed);
    expect(messages.find(({ id }) => id === 2)).toEqual(pong(2));
  });

  it('reads no more while nobody reads its answers, and loses nothing', async () => {
    const session = new LineSession({}, { queueSize: 8 });
    const text = 'y'.repeat(1_000);
    for (let id = 0; id < 2_000; id++) session.say(echo(id, text));
    session.input.end();
    // The first answers fill the queue and the stream's own buffer.
    while (session.output.readableLength === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(session.server.seen.length).toBeLessThan(100);
    const messages = await session.read().messages(2_000);
    expect(messages.map(({ id }) => id)).toEqual([...messages.keys()]);
    await session.over;
  });

  it('makes who sends wait while nobody reads', async () => {
    let sent = 0;
    const session = new LineSession(
      {
        chatty: async (_params, context) => {
          for (; sent < 500; sent++) {
            const params = { text: 'y'.repeat(1_000) };
            await context.send({ jsonrpc: '2.0', method: 'notifications/message', params });
          }
          return {};
        },
      },
      { queueSize: 8 },
    );
    session.say({ ...ping(1), method: 'chatty' });
    while (session.output.readableLength === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toBeLessThan(100);
    await session.read().messages(501);
  });
});
