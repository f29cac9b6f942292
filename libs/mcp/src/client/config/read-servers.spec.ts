import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../../errors/setup.error.js';
import type { McpClientOptions } from '../client.options.js';
import { readServers } from './read-servers.js';

describe('readServers', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'toolport-config-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const file = async (content: unknown) => {
    const path = join(directory, 'mcp.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const fromFile = async (content: unknown, env = {}) =>
    readServers({ servers: await file(content) }, env);
  const inCode = (servers: unknown, options: Partial<McpClientOptions> = {}) =>
    // The point of these tests: values that the type would refuse.
    readServers({ servers: servers as McpClientOptions['servers'], ...options }, {});

  it('reads the format that desktop clients share', async () => {
    const { entries } = await fromFile({
      mcpServers: {
        files: { command: 'npx', args: ['-y', 'server'], env: { A: 'b' } },
        docs: { type: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': 'k' } },
        old: { type: 'sse', url: 'https://example.com/sse' },
        live: { url: 'wss://example.com/mcp' },
      },
    });
    expect(entries.map(({ key, transport }) => [key, transport])).toEqual([
      ['files', 'stdio'],
      ['docs', 'http'],
      ['old', 'sse'],
      ['live', 'websocket'],
    ]);
  });

  it('replaces variables in strings, also with a default, and looks at no value twice', async () => {
    const { entries } = await fromFile(
      {
        mcpServers: {
          a: { command: '${BIN}', args: ['${X:-none}', '--t=${env:TOKEN}', '$5', '${'] },
        },
      },
      { BIN: 'node', TOKEN: '${BIN}' },
    );
    expect(entries[0]?.options).toMatchObject({
      command: 'node',
      args: ['none', '--t=${BIN}', '$5', '${'],
    });
  });

  it('leaves strings in code alone', async () => {
    const { entries } = await inCode({ a: { command: '${BIN}' } });
    expect(entries[0]?.options).toMatchObject({ command: '${BIN}' });
  });

  it('names each missing variable and its place', async () => {
    const error: unknown = await fromFile({
      mcpServers: { a: { command: 'x', env: { TOKEN: '${TOKEN}' }, args: ['${ARG}'] } },
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SetupError);
    expect(String(error)).toMatch(/mcpServers\.a\.env\.TOKEN: the environment has no TOKEN/);
    expect(String(error)).toMatch(/mcpServers\.a\.args\[0\]: the environment has no ARG/);
  });

  it.each([
    [{ mcpServers: {}, inputs: [] }, /unknown key "inputs"/],
    [{ servers: {} }, /no object "mcpServers"/],
    ['{ "mcpServers": ', /is not JSON/],
  ])('refuses the file %j', async (content, message) => {
    await expect(fromFile(content)).rejects.toThrow(message);
  });

  it('names a file that is not there', async () => {
    await expect(readServers({ servers: '/nowhere/mcp.json' })).rejects.toThrow(
      /\/nowhere\/mcp\.json: cannot be read.*ENOENT/,
    );
  });

  it.each([
    [{ command: 'x', comand: 'y' }, /servers\.a\.comand: unknown key "comand"/],
    [{ command: 'x', url: 'http://x' }, /servers\.a\.url: unknown key "url"/],
    [{ command: 'x', __proto__x: 1 }, /unknown key "__proto__x"/],
    [{}, /does not tell its transport/],
    [{ type: 'tcp', url: 'tcp://x' }, /does not tell its transport/],
    [{ type: 'constructor' }, /does not tell its transport/],
    [{ type: 'stdio' }, /lacks "command"/],
    [{ command: '' }, /servers\.a\.command: must be a string with/],
    [{ command: 'x', args: [1] }, /servers\.a\.args: must be a list of strings/],
    [{ command: 'x', env: { A: 1 } }, /servers\.a\.env: must be an object of strings/],
    [{ url: 'ftp://x' }, /servers\.a\.url: must be an address that begins with http/],
    [{ type: 'ws', url: 'http://x' }, /must be an address that begins with ws/],
    [{ url: 'http://x', headers: { 'a b': 'c' } }, /"a b", which is no header name/],
    [{ url: 'http://x', headers: { a: 'b\r\nc: d' } }, /no header can carry/],
    [{ command: 'x', timeout: 0 }, /servers\.a\.timeout: must be milliseconds/],
    [{ command: 'x', timeout: 2 ** 31 }, /servers\.a\.timeout: must be milliseconds/],
    [{ command: 'x', concurrency: 1.5 }, /servers\.a\.concurrency: must be a whole number/],
    [{ command: 'x', protocol: '1999' }, /servers\.a\.protocol: must be one of "auto"/],
    [{ command: 'x', expose: { includes: [] } }, /servers\.a\.expose\.includes: unknown key/],
    [
      { command: 'x', expose: { rename: { a: 'not a name' } } },
      /servers\.a\.expose\.rename: holds "not a name"/,
    ],
    [{ command: 'x', oauth: {} }, /unknown key "oauth"/],
    [{ url: 'http://x', oauth: { type: 'password' } }, /must be one of "client_credentials"/],
    [
      { url: 'http://x', oauth: { type: 'client_credentials', clientId: 'c' } },
      /oauth: lacks "issuer"/,
    ],
    [
      {
        url: 'http://x',
        oauth: { type: 'client_credentials', clientId: 'c', issuer: 'https://login.example.com' },
      },
      /needs "clientSecret" or "privateKey"/,
    ],
    ['x', /servers\.a: must be an object/],
  ])('refuses %j', async (options, message) => {
    await expect(inCode({ a: options })).rejects.toThrow(message);
  });

  it.each(['Authorization', 'cookie', 'Proxy-Authorization', 'DPoP', 'X-API-Key'])(
    'never forwards the header %s: it was meant for us',
    async (name) => {
      const servers = { a: { url: 'http://x', forwardHeaders: ['x-tenant-id', name] } };
      await expect(inCode(servers)).rejects.toThrow(/credentials are never passed on/);
    },
  );

  it('reports all problems at once', async () => {
    const servers = { a: { command: 'x', oops: 1 }, b: { url: 'nope' } };
    await expect(inCode(servers)).rejects.toThrow(/2 problems/);
  });

  it('keeps underscores out of keys, with a notice', async () => {
    const { entries, notices } = await inCode({ my_server: { command: 'x' } });
    expect(entries[0]?.key).toBe('my-server');
    expect(notices).toEqual(['The server "my_server" is called "my-server" in names of tools']);
  });

  it.each([
    [{ a_b: { command: 'x' }, 'a-b': { command: 'y' } }, /called "a-b" as well/],
    [{ local: { command: 'x' } }, /stands for our own tools/],
    [{ '': { command: 'x' } }, /1 to 40 characters/],
    [{ ['k'.repeat(41)]: { command: 'x' } }, /1 to 40 characters/],
  ])('refuses keys that would be ambiguous: %j', async (servers, message) => {
    await expect(inCode(servers)).rejects.toThrow(message);
  });

  it('fills in limits: the entry wins over the defaults of all, those over ours', async () => {
    const { entries } = await inCode(
      { a: { command: 'x', timeout: 1 } },
      { defaults: { timeout: 2, concurrency: 3, queueSize: undefined } },
    );
    expect(entries[0]?.limits).toMatchObject({ timeout: 1, concurrency: 3, queueSize: 256 });
  });
});
