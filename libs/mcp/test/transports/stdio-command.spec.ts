import { join } from 'node:path';
import { compileFixtures } from './support/compile.js';
import { TestProcess } from './support/spawn.js';

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('The command line of runStdio', () => {
  const fixtures = compileFixtures('stdio-command');
  const running: TestProcess[] = [];
  const start = (name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}, cwd?: string) => {
    const file = join(fixtures.folder, `${name}.js`);
    const server = new TestProcess(process.execPath, [file, ...args], env, cwd);
    running.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.child.kill('SIGKILL');
      await server.ended;
    }
  });
  afterAll(() => fixtures.remove());

  describe('options', () => {
    it('give every call its credentials, tenant, language and time, over those of the variables', async () => {
      const server = start(
        'lifecycle',
        '--authorization=ApiKey option --locale=de --timeout=250 --header=X-Role:editor'.split(
          / (?=--)/,
        ),
        {
          TOOLPORT_AUTHORIZATION: 'ApiKey variable',
          TOOLPORT_TENANT: 'acme',
          TOOLPORT_HEADERS: '{"X-Api-Key":"key","x-role":"reader"}',
        },
      );
      server.say({ ...ping(1), method: 'whoami' });
      const [answer] = await server.messages(1);
      expect(answer?.result).toEqual({
        headers: {
          authorization: 'ApiKey option',
          'x-tenant-id': 'acme',
          'accept-language': 'de',
          'x-api-key': 'key',
          'x-role': 'editor',
        },
        timeout: 250,
        locale: 'de',
      });
    });

    it.each([
      [['--no-such-option'], {}, '--no-such-option'],
      [['--timeout', 'soon'], {}, '--timeout'],
      [['surplus'], {}, 'argument 1 '],
      [['--header', 'Host: example.com'], {}, '--header'],
      [[], { TOOLPORT_HEADERS: 'x-api-key: hunter2' }, 'TOOLPORT_HEADERS'],
      [[], { TOOLPORT_LOCALE: '???' }, 'TOOLPORT_LOCALE'],
    ])(
      '%j with %j: exit code 64, the place named on stderr, nothing on stdout',
      async (args, env, place) => {
        const server = start('plain', args, env);
        expect(await server.ended).toEqual({ code: 64, signal: null });
        expect(server.err).toContain(place);
        expect(server.err).not.toMatch(/at .*\.js:/);
        expect(server.out).toBe('');
      },
    );

    it('--help lists them', async () => {
      const server = start('plain', ['--help']);
      expect(await server.ended).toEqual({ code: 0, signal: null });
      for (const option of [
        '--authorization',
        '--tenant',
        '--correlation-id',
        '--locale',
        '--header',
        '--timeout',
      ]) {
        expect(server.out).toContain(option);
      }
      expect(server.out).toContain('TOOLPORT_AUTHORIZATION');
      expect(server.out).toContain('TOOLPORT_HEADERS');
    });

    it.each([
      ['the server as it names itself', 'named', {}, 'orders 3.2.1\n'],
      ['the server of several that is chosen', 'named', { SERVER: 'office' }, 'office 1.0.0\n'],
      [
        'the package where a factory names the server',
        'named',
        { HOW: 'factory' },
        'fixture-app 9.8.7\n',
      ],
      ['the package where nobody names the server', 'plain', {}, 'fixture-app 9.8.7\n'],
    ])('--version prints %s, and builds nothing', async (_, fixture, env, line) => {
      const server = start(fixture, ['--version'], env, join(fixtures.folder, '../../..'));
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect({ out: server.out, err: server.err }).toEqual({ out: line, err: '' });
    });
  });

  it('a started server says on stderr what it offers, and nothing on stdout', async () => {
    const server = start('plain');
    await server.until(() => server.err.includes('stdio: 0 tools'));
    expect(server.out).toBe('');
  });

  describe('an application that does not start', () => {
    it('says what its set-up lacks, without a stack, and exits with 1', async () => {
      const server = start('broken');
      expect(await server.ended).toEqual({ code: 1, signal: null });
      expect(server.err).toContain('MCP_TOOL_NAME_INVALID Orders.x: is no name');
      expect(server.err).not.toMatch(/at .*\.js:/);
      expect(server.out).toBe('');
    });

    it('says what could not be imported, and exits with 1', async () => {
      const server = start('broken', [], { HOW: 'import' });
      expect(await server.ended).toEqual({ code: 1, signal: null });
      expect(server.err).toContain('no-such.module.js');
    });
  });
});
