import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Everything } from './support/everything.js';
import {
  closeManagers,
  startManager,
  textOf,
  untilState,
  type TestManager,
} from './support/managers.js';
import { EVERYTHING, FILESYSTEM, MEMORY } from './support/packages.js';
import { processesWith } from './support/processes.js';

/** Other people's servers, as they come from npm, by one file in the format of desktop clients. */
describe('third-party servers of one mcp.json', () => {
  let directory: string;
  let http: Everything;
  let sse: Everything;
  let test: TestManager;
  const elicit = jest.fn(async () => ({
    action: 'accept' as const,
    content: { name: 'Ada', check: true, email: 'ada@example.com' },
  }));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolport-third-party-'));
    [http, sse] = await Promise.all([Everything.start('streamableHttp'), Everything.start('sse')]);
    const config = {
      mcpServers: {
        everything: { command: '${NODE}', args: [EVERYTHING, 'stdio', directory] },
        files: { command: '${NODE}', args: [FILESYSTEM, '${DIRECTORY}'] },
        memory: {
          command: '${NODE}',
          args: [MEMORY],
          env: { MEMORY_FILE_PATH: '${DIRECTORY}/memory.jsonl' },
        },
        web: { type: 'http', url: `http://127.0.0.1:${http.port}/mcp` },
        old: { type: 'sse', url: `http://127.0.0.1:${sse.port}/sse` },
        guess: { type: 'http', url: `http://127.0.0.1:${sse.port}/sse` },
      },
    };
    const path = join(directory, 'mcp.json');
    await writeFile(path, JSON.stringify(config));
    Object.assign(process.env, { NODE: process.execPath, DIRECTORY: directory });
    test = await startManager(path, {
      defaults: { connectTimeout: 30_000 },
      handlers: [{ kind: 'elicit', handler: elicit }],
    });
  }, 60_000);

  afterAll(async () => {
    await closeManagers();
    await Promise.all([http.kill(), sse.kill()]);
    await rm(directory, { recursive: true });
  });

  const execute = async (name: string, args = {}) =>
    textOf(await test.registry.execute(name, args));

  it('are all connected, over stdio, HTTP and the older SSE, the last also without being told', () => {
    const { status, servers } = test.manager.health();
    const states = Object.entries(servers).map(([key, { state, reason }]) => [key, state, reason]);
    expect(states).toEqual(
      ['everything', 'files', 'memory', 'web', 'old', 'guess'].map((key) => [
        key,
        'ready',
        undefined,
      ]),
    );
    expect(status).toBe('up');
    expect(test.registry.list({ origin: 'files' }).length).toBeGreaterThan(8);
  });

  it.each(['everything', 'web', 'old', 'guess'])(
    '%s: adds, and takes longer with progress',
    async (key) => {
      expect(await execute(`mcp_${key}_get-sum`, { a: 2, b: 3 })).toContain('5');
      const steps: number[] = [];
      await test.registry.execute(
        `mcp_${key}_trigger-long-running-operation`,
        { duration: 0.4, steps: 4 },
        { onProgress: ({ progress }) => steps.push(progress) },
      );
      expect(steps).toEqual([1, 2, 3, 4]);
    },
  );

  it('everything: gives structured content, images, links and resources', async () => {
    const structured = await test.registry.execute('mcp_everything_get-structured-content', {
      location: 'New York',
    });
    expect(structured.structured).toMatchObject({ temperature: expect.any(Number) });
    const image = await test.registry.execute('mcp_everything_get-tiny-image');
    expect(image.content.map(({ type }) => type)).toContain('image');
    const links = await test.registry.execute('mcp_everything_get-resource-links', { count: 2 });
    expect(links.content.map(({ type }) => type)).toContain('resource_link');
  });

  it('everything: asks a question in the middle of a call', async () => {
    const answer = await test.registry.execute('mcp_everything_trigger-elicitation-request');
    expect(elicit).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(answer.content)).toContain('Ada');
  });

  it('files: writes and reads within its directory, and refuses what is outside', async () => {
    const path = join(directory, 'note.txt');
    await execute('mcp_files_write_file', { path, content: 'hello' });
    expect(await readFile(path, 'utf8')).toBe('hello');
    expect(await execute('mcp_files_read_text_file', { path })).toContain('hello');
    const refused = await test.registry.execute('mcp_files_read_text_file', {
      path: '/etc/passwd',
    });
    expect(refused.success).toBe(false);
  });

  it('memory: remembers over the death of its process', async () => {
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['counts'] }];
    await execute('mcp_memory_create_entities', { entities });
    const [pid] = processesWith(MEMORY);
    process.kill(pid ?? 0, 'SIGKILL');
    await untilState(test, 'memory', 'failed');
    expect(await execute('mcp_memory_search_nodes', { query: 'Ada' })).toContain('counts');
  });

  it.each([
    ['everything', 'stdio'],
    ['files', 'stdio'],
  ])('%s: comes back when its process is killed', async (key) => {
    const mark = key === 'files' ? FILESYSTEM : EVERYTHING;
    for (const pid of processesWith(mark)) {
      if (processesWith(directory).includes(pid)) process.kill(pid, 'SIGKILL');
    }
    await untilState(test, key, 'failed');
    await untilState(test, key, 'ready');
    expect(test.registry.list({ origin: key }).length).toBeGreaterThan(8);
  });

  it.each(['web', 'old'])('%s: is found again by the next call after its restart', async (key) => {
    const server = key === 'web' ? http : sse;
    await server.kill();
    await expect(
      test.registry.execute(`mcp_${key}_echo`, { message: 'x' }, { timeout: 500 }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^REMOTE_(UNAVAILABLE|TIMEOUT|CONN)/) });
    await server.start();
    expect(await execute(`mcp_${key}_echo`, { message: 'back' })).toContain('back');
  });

  it('resources and prompts are at hand through the client of a server', async () => {
    const server = test.manager.server('everything');
    const { prompts } = await server.use((client, signal) => client.listPrompts({}, { signal }));
    expect(prompts.length).toBeGreaterThan(1);
    const { contents } = await server.use((client, signal) =>
      client.readResource({ uri: 'demo://resource/dynamic/text/1' }, { signal }),
    );
    expect(contents).toHaveLength(1);
  });

  it('are all gone when the application has closed', async () => {
    expect(processesWith(directory)).not.toEqual([]);
    await closeManagers();
    expect(processesWith(directory)).toEqual([]);
  });
});
