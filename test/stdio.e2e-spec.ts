import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { closed, run, start, type Ended } from './support/children.js';
import { STDIO_ENTRY } from './support/built-sample.js';
import { copyWorkspace, type WorkspaceCopy } from './support/workspace-copy.js';

// `nest start` compiles the workspace each time, which a busy machine does slowly.
jest.setTimeout(300_000);

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';

const expectOneList = ({ code, stdout }: Ended) => {
  expect(stdout).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(stdout)).toMatchObject({
    id: 1,
    result: { tools: expect.arrayContaining([expect.objectContaining({ name: 'orders_create' })]) },
  });
  expect(code).toBe(0);
};

describe('stdio, started by the Nest CLI', () => {
  let workspace: WorkspaceCopy;
  beforeAll(() => {
    workspace = copyWorkspace();
  });
  afterAll(() => workspace.remove());

  const nest = (...args: string[]) => ['nest', 'start', '--entryFile', 'stdio', ...args];

  it('answers one request with one line of ASCII and ends with exit code 0', async () => {
    expectOneList(await run('npx', nest(), { cwd: workspace.folder, input: LIST }));
  });

  it('ends with exit code 64 for an option that it does not know, and names it', async () => {
    const ended = await run('npx', nest('--', '--no-such-option'), { cwd: workspace.folder });
    expect(ended).toMatchObject({ code: 64, stdout: '' });
    expect(ended.stderr).toContain('--no-such-option');
  });

  it('leaves no child process when it is told to stop, its input still open', async () => {
    const child = start('npx', nest(), { cwd: workspace.folder });
    child.stderr.resume();
    const gone = closed(child);
    child.stdin.write(LIST);
    for await (const line of createInterface({ input: child.stdout })) {
      expect(JSON.parse(line)).toMatchObject({ id: 1 });
      break;
    }
    child.stdout.resume();
    child.kill('SIGTERM');
    // Whoever survived would hold the pipes open, and this would never come.
    await gone;
  });

  it('runs the line of the README', async () => {
    const line = /^printf .*start:stdio$/m.exec(readFileSync('README.md', 'utf8'))?.[0] ?? '';
    expectOneList(await run('bash', ['-o', 'pipefail', '-c', line], { cwd: workspace.folder }));
  });
});

describe('stdio, the built entry file', () => {
  const call = (name: string, args: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } })}\n`;
  const order = { customer: 'Zoë', items: [{ sku: 'TEA-001', quantity: 1 }] };
  const lines = ({ stdout }: Ended) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);

  it('hands the credentials of its environment to the guards of every call', async () => {
    const env = { TOOLPORT_AUTHORIZATION: 'ApiKey dev-writer-key' };
    const ended = await run(process.execPath, [STDIO_ENTRY], {
      env,
      input: call('orders_create', order),
    });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain('"Zo\\u00eb"');
    expect(lines(ended)).toMatchObject([{ result: { structuredContent: { customer: 'Zoë' } } }]);
  });

  it('is anonymous without credentials, and the guards refuse a write', async () => {
    const ended = await run(process.execPath, [STDIO_ENTRY], {
      input: call('orders_create', order),
    });
    expect(ended.code).toBe(0);
    expect(lines(ended)).toMatchObject([{ result: { isError: true } }]);
    expect(ended.stdout).toContain('UNAUTHORIZED: This needs an API key');
  });

  it('answers with a result, not a broken pipe, when the key is wrong', async () => {
    const env = { TOOLPORT_AUTHORIZATION: 'ApiKey not-a-key' };
    const ended = await run(process.execPath, [STDIO_ENTRY], {
      env,
      input: call('orders_list', {}),
    });
    expect(lines(ended)).toMatchObject([{ result: { isError: true } }]);
    expect(ended.stdout).toContain('UNAUTHORIZED: The API key is not valid');
  });

  it('answers all that it was sent before it ends', async () => {
    const requests = Array.from({ length: 20 }, (_, id) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'products_list' },
      }),
    );
    const ended = await run(process.execPath, [STDIO_ENTRY], { input: `${requests.join('\n')}\n` });
    expect(
      lines(ended)
        .map((answer) => (answer as { id: number }).id)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, id) => id));
    expect(ended.code).toBe(0);
  });
});
