import type { ClientCredentialsOptions } from '../../src/client.js';
import { FaultHttp, json, type FaultHttpOptions } from './support/fault-http.js';
import { Issuer } from './support/issuer.js';
import { closeManagers, failure, startManager, textOf, untilState } from './support/managers.js';

describe('servers that want a login', () => {
  let issuer: Issuer;
  const servers: FaultHttp[] = [];
  beforeEach(async () => {
    issuer = await new Issuer().start();
  });
  afterEach(async () => {
    await closeManagers();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await issuer.stop();
  });

  /** A protected server; its 401 says `challenge`, its metadata is at the given paths. */
  const protectedServer = async (
    challenge: string,
    metadataPaths: readonly string[],
    isValid: (authorization: string | undefined) => boolean = (value) =>
      (value ?? '').startsWith('Bearer token-'),
  ) => {
    const asked: string[] = [];
    const intercept: FaultHttpOptions['intercept'] = ({ headers, path }, response) => {
      if (path.startsWith('/.well-known/')) {
        asked.push(path);
        if (!metadataPaths.includes(path)) json(response, 404, {});
        else json(response, 200, { resource: server.url, authorization_servers: [issuer.url] });
        return true;
      }
      if (isValid(headers.authorization)) return false;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return true;
    };
    const server: FaultHttp = await new FaultHttp({ era: 'modern', intercept }).start();
    servers.push(server);
    return { server, asked };
  };
  const oauth = (more: Partial<ClientCredentialsOptions> = {}): ClientCredentialsOptions => ({
    type: 'client_credentials',
    clientId: 'app',
    clientSecret: 'hush',
    issuer: issuer.url,
    ...more,
  });

  it('O-J17: a bare challenge leads to the well-known document with the path', async () => {
    const { server, asked } = await protectedServer('Bearer', [
      '/.well-known/oauth-protected-resource/mcp',
    ]);
    const { registry } = await startManager({ fault: { url: server.url, oauth: oauth() } });
    expect(textOf(await registry.execute('mcp_fault_echo', { text: 'x' }))).toBe('x');
    expect(asked[0]).toBe('/.well-known/oauth-protected-resource/mcp');
  });

  it('O-J17: then to the one at the root', async () => {
    const { server, asked } = await protectedServer('Bearer', [
      '/.well-known/oauth-protected-resource',
    ]);
    const { manager } = await startManager({ fault: { url: server.url, oauth: oauth() } });
    expect(manager.health().servers.fault?.state).toBe('ready');
    expect(asked).toEqual([
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource',
    ]);
  });

  it('O-J17: where there is no way to a token, the state says that a login is needed', async () => {
    const { server } = await protectedServer('Bearer', []);
    const { manager } = await startManager({ fault: { url: server.url } });
    expect(manager.health().servers.fault).toMatchObject({
      state: 'unauthorized',
      reason: expect.stringContaining('401'),
    });
    expect(await failure(manager.server('fault').callTool('echo'))).toMatchObject({
      code: 'REMOTE_UNAUTHORIZED',
    });
  });

  it('the secret goes to the token endpoint of the named issuer, and the token to the server', async () => {
    const { server } = await protectedServer('Bearer', [
      '/.well-known/oauth-protected-resource/mcp',
    ]);
    await startManager({ fault: { url: server.url, oauth: oauth() } });
    const token = issuer.requests.find(({ path }) => path === '/token');
    expect(token?.authorization).toBe(`Basic ${Buffer.from('app:hush').toString('base64')}`);
    expect(new URLSearchParams(token?.body).get('grant_type')).toBe('client_credentials');
    expect(JSON.stringify(server.seen.map(({ headers }) => headers))).not.toContain('hush');
  });

  it('the secret is not shown to an issuer that the server made up', async () => {
    const { server } = await protectedServer('Bearer', [
      '/.well-known/oauth-protected-resource/mcp',
    ]);
    const { manager } = await startManager({
      fault: { url: server.url, oauth: oauth({ issuer: 'https://login.example.com' }) },
    });
    expect(manager.health().servers.fault?.state).toBe('unauthorized');
    expect(issuer.requests.filter(({ path }) => path === '/token')).toEqual([]);
  });

  it('a token that is no longer taken is replaced within the call', async () => {
    let valid = 1;
    const { server } = await protectedServer(
      'Bearer',
      ['/.well-known/oauth-protected-resource/mcp'],
      (value) => value === `Bearer token-${valid}`,
    );
    const { registry } = await startManager({ fault: { url: server.url, oauth: oauth() } });
    valid = 2;
    expect(textOf(await registry.execute('mcp_fault_count'))).toBe('1');
    expect(issuer.tokens).toBe(2);
  });

  it('a provider of the application brings its own token', async () => {
    const { server } = await protectedServer('Bearer', [], (value) => value === 'Bearer mine');
    const authProvider = { token: async () => 'mine' };
    const { manager } = await startManager({ fault: { url: server.url, authProvider } });
    expect(manager.health().servers.fault?.state).toBe('ready');
  });

  it('a key that starts to be taken is noticed without a restart', async () => {
    let open = false;
    const { server } = await protectedServer('Bearer', [], () => open);
    const test = await startManager(
      { fault: { url: server.url, headers: { authorization: 'Bearer static' } } },
      { reconnect: { initialDelay: 10, maxDelay: 50 } },
    );
    expect(test.manager.server('fault').state).toBe('unauthorized');
    open = true;
    await untilState(test, 'fault', 'ready');
    expect(test.registry.find('mcp_fault_echo')).toBeDefined();
  });
});
