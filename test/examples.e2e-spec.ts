import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { closed, start } from './support/children.js';

interface Example {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an example as it was built, on a free port. */
async function startExample(name: string, env: Record<string, string> = {}): Promise<Example> {
  const child = start(process.execPath, [`dist/examples/${name}/main.js`], {
    env: { ...env, PORT: '0' },
  });
  child.stderr.resume();
  const ended = closed(child);
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((found, failed) => {
    lines.on('line', (line) => {
      const address = /Listening on (\S+)/.exec(line)?.[1];
      if (address !== undefined) found(address);
    });
    once(child, 'close').then(() => failed(new Error(`${name} ended early`)), failed);
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function connect({ url }: Example, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client(
    { name: 'examples', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

describe('The example rest-api', () => {
  let example: Example;
  beforeAll(async () => {
    example = await startExample('rest-api');
  });
  afterAll(() => example.stop());

  it('answers by REST and by tool alike', async () => {
    const byRest = await fetch(`${example.url}/books?author=butler`);
    const client = await connect(example);
    const byTool = await client.callTool({ name: 'books_find', arguments: { author: 'butler' } });
    expect(byTool.structuredContent).toEqual(await byRest.json());
    await client.close();
  });

  it('lets librarians alone add books, and nobody add nonsense', async () => {
    const book = { title: 'Parable of the Sower', author: 'Octavia E. Butler', year: 1993 };
    const call = { name: 'books_add', arguments: book };
    const anyone = await connect(example);
    const refused = await anyone.callTool(call);
    expect(refused).toMatchObject({ isError: true });
    await anyone.close();
    const librarian = await connect(example, { 'x-api-key': 'librarian' });
    expect(await librarian.callTool(call)).toMatchObject({ structuredContent: { ...book, id: 4 } });
    const wrong = await librarian.callTool({ ...call, arguments: { ...book, year: 1200 } });
    expect(JSON.stringify(wrong)).toContain('VALIDATION_FAILED');
    await librarian.close();
  });

  it('differs from the application without tools by the ten lines that its README shows', () => {
    const folder = 'examples/rest-api';
    const readme = readFileSync(`${folder}/README.md`, 'utf8');
    const shown = (readme.match(/^\+.+$/gm) ?? []).map((line) => line.slice(1).trim());
    expect(shown.length).toBeLessThanOrEqual(10);
    const written = readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'))
      .map((line) => line.trim())
      .filter((line) => /mcp/i.test(line) && !line.startsWith('/**'));
    expect(shown.filter((line) => !line.startsWith('"')).toSorted()).toEqual(written.toSorted());
  });
});

describe('The example agent', () => {
  let books: Example;
  let agent: Example;
  beforeAll(async () => {
    books = await startExample('rest-api');
    agent = await startExample('agent', { BOOKS_URL: `${books.url}/mcp` });
  });
  afterAll(() => Promise.all([agent.stop(), books.stop()]));

  const ask = async (question: string): Promise<{ tool?: string; text: string }> => {
    const response = await fetch(`${agent.url}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question }),
    });
    return (await response.json()) as { tool?: string; text: string };
  };

  it('answers by a tool of another server, and by one of its own', async () => {
    const remote = await ask('Which books has the author "butler" written?');
    expect(remote.tool).toBe('mcp_books_books_find');
    expect(remote.text).toContain('Kindred');
    expect(await ask('What time is it?')).toMatchObject({
      tool: 'clock_now',
      text: expect.stringMatching(/^\d\d:\d\d$/),
    });
  });

  it('serves what reads books at its own endpoint, and nothing that changes them', async () => {
    const client = await connect(agent);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'clock_now',
      'mcp_books_books_find',
      'mcp_books_books_get',
    ]);
    const book = await client.callTool({ name: 'mcp_books_books_get', arguments: { id: 2 } });
    expect(JSON.stringify(book)).toContain('Kindred');
    await client.close();
  });
});

describe('The example long-job', () => {
  let example: Example;
  let client: Client;
  beforeAll(async () => {
    example = await startExample('long-job');
    client = await connect(example);
  });
  afterAll(async () => {
    await client.close();
    await example.stop();
  });

  const status = async () =>
    (await client.callTool({ name: 'import_status', arguments: {} })).structuredContent;

  it('tells how far it is, and then its result', async () => {
    const told: number[] = [];
    const result = await client.callTool(
      { name: 'import_run', arguments: { rows: 3 } },
      { onprogress: ({ progress }) => void told.push(progress) },
    );
    expect(told).toEqual([1, 2, 3]);
    expect(JSON.stringify(result)).toContain('3 rows are imported.');
  });

  it('stops when its caller cancels', async () => {
    const before = await status();
    const cancel = new AbortController();
    const call = client.callTool(
      { name: 'import_run', arguments: { rows: 10_000 } },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    );
    await expect(call).rejects.toThrow();
    const stopped = { ...(before as object), running: 0, stopped: 1 };
    for (;;) {
      const now = await status();
      if ((now as { running: number }).running > 0) continue;
      expect(now).toEqual(stopped);
      return;
    }
  });
});
