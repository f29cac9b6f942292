import { join } from 'node:path';
import { compileFixtures } from './support/compile.js';
import { TestProcess } from './support/spawn.js';

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
const NOISE = { ...ping(1), method: 'tools/call', params: { name: 'noise' } };
const HOLD = { jsonrpc: '2.0', id: 7, method: 'hold' };
const RELEASE = { jsonrpc: '2.0', method: 'notifications/release' };
const HOOKS = [
  'hook: onModuleDestroy',
  'hook: beforeApplicationShutdown',
  'hook: onApplicationShutdown',
];

describe('runStdio in a process of its own', () => {
  const fixtures = compileFixtures('stdio-process');
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

  /** The app's shutdown hooks, as they were called. */
  const hooksOf = (server: TestProcess) =>
    server.err.split('\n').filter((line) => line.startsWith('hook: '));

  /** A process with one call under way. */
  async function holding(env: NodeJS.ProcessEnv = {}) {
    const server = start('lifecycle', [], env);
    server.say(HOLD);
    await server.until(() => server.err.includes('tool: begun'));
    return server;
  }

  describe('stdout', () => {
    it('O-G02, O-G03, O-G04, O-G05: holds nothing but messages, whatever the app prints and when', async () => {
      const server = start('noisy', [], { NODE_DEBUG: 'noise' });
      server.say(NOISE);
      server.say(ping(2));
      await server.messages(2);
      server.say(ping(3));
      server.child.stdin.end();
      expect(await server.ended).toMatchObject({ code: 0 });
      expect(server.lines.map((line) => JSON.parse(line) as object)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            id: 1,
            result: expect.objectContaining({ structuredContent: { made: true } }),
          }),
          { jsonrpc: '2.0', id: 2, result: {} },
          { jsonrpc: '2.0', id: 3, result: {} },
        ]),
      );
      expect(server.lines).toHaveLength(3);
    });

    it('and stderr gets all of it, in order, with one warning', async () => {
      const server = start('noisy', [], { NODE_DEBUG: 'noise' });
      server.say(NOISE);
      server.child.stdin.end();
      await server.ended;
      const inOrder = [
        '◇ injected env (1)',
        'noise: at import',
        'noise: straight at import',
        'noise: in a constructor',
        'noise: nest log',
        'noise: nest warn',
        'noise: nest debug',
        'noise: nest verbose',
        'noise: nest error',
        'noise: nest fatal',
        'noise: nest json',
        'noise: nest subclass',
        'noise: log formatted',
        'noise: info',
        'noise: debug',
        "{ noise: 'dir' }",
        "'table'",
        'noise: group',
        '  inside',
        'noise: time',
        'noise: count: 1',
        'noise: debuglog',
        'noise: write\n',
        'noise: bytes',
        'noise: writeSync',
        'noise: named writeSync',
        'noise: end',
      ];
      const places = inOrder.map((text) => server.err.indexOf(text));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      for (const text of ['noise: fs.write', 'noise: piped']) expect(server.err).toContain(text);
      expect(server.err.match(/\[toolport\] Something wrote to stdout/g)).toHaveLength(1);
    });

    it('shows no warning to an app that only logs', async () => {
      const server = start('lifecycle');
      server.child.stdin.end();
      await server.ended;
      expect(server.err).not.toContain('[toolport]');
      expect(server.out).toBe('');
    });
  });

  describe('the end of input', () => {
    it('O-G01: closes the app, hooks and all, and exits with 0, whatever keeps it busy', async () => {
      const server = start('lifecycle');
      server.say(ping(1));
      await server.messages(1);
      const before = Date.now();
      server.child.stdin.end();
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect(Date.now() - before).toBeLessThan(2_000);
      expect(hooksOf(server)).toEqual(HOOKS);
    });

    it('answers what was said before it, also where the app has not started yet', async () => {
      const server = start('plain');
      for (const id of [1, 2, 3]) server.say(ping(id));
      server.child.stdin.end();
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect((await server.messages(3)).map(({ id }) => id)).toEqual([1, 2, 3]);
    });

    it('waits for a call no longer than the drain time', async () => {
      const server = await holding({ DRAIN: '100' });
      server.child.stdin.end();
      expect(await server.ended).toEqual({ code: 0, signal: null });
      expect(server.out).toBe('');
      expect(hooksOf(server)).toEqual(HOOKS);
    });

    it('does not wait for ever for an app that does not close', async () => {
      const server = start('lifecycle', [], { STUCK: '1', DRAIN: '100' });
      server.child.stdin.end();
      expect(await server.ended).toEqual({ code: 1, signal: null });
      expect(server.err).toContain('The application did not close in time');
    });
  });

  describe('a signal', () => {
    it.each([
      ['SIGTERM', {}],
      ['SIGTERM', { HOOKS: '1' }],
      ['SIGINT', {}],
      ['SIGINT', { HOOKS: '1' }],
      ['SIGHUP', {}],
    ] as const)(
      '%s %j: finishes the call in flight, then closes the app and exits with 0',
      async (signal, env) => {
        const server = await holding(env);
        server.child.kill(signal);
        // Refused: by then the signal was heard.
        let id = 100;
        while (!server.out.includes('MCP_SHUTTING_DOWN')) {
          server.say(ping(id++));
          await server.until(() => server.out.includes(`"id":${id - 1}`));
        }
        expect(hooksOf(server)).toEqual([]);
        server.say(RELEASE);
        expect(await server.ended).toEqual({ code: 0, signal: null });
        expect(server.lines.at(-1)).toBe('{"jsonrpc":"2.0","id":7,"result":{"released":true}}');
        expect(hooksOf(server)).toEqual(HOOKS);
        expect(server.err).toContain(`because of ${signal}`);
        expect(server.err.indexOf('tool: done')).toBeLessThan(server.err.indexOf('hook: '));
      },
    );
  });

  it('a second signal ends the process at once', async () => {
    const server = await holding();
    server.child.kill('SIGTERM');
    let id = 100;
    while (!server.out.includes('MCP_SHUTTING_DOWN')) {
      server.say(ping(id++));
      await server.until(() => server.out.includes(`"id":${id - 1}`));
    }
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 143, signal: null });
  });

  it('O-G06: ends in order when its reader is gone, input open or not', async () => {
    const server = await holding({ DRAIN: '100' });
    server.child.stdout.destroy();
    // It finds out when it writes.
    server.say(ping(1));
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.err).not.toMatch(/EPIPE|Error|at .*\.js:/);
    expect(hooksOf(server)).toEqual(HOOKS);
  });

  it('survives that nobody reads its stderr', async () => {
    const server = start('noisy');
    server.child.stderr.destroy();
    server.say(NOISE);
    await server.messages(1);
    server.child.stdin.end();
    expect(await server.ended).toMatchObject({ code: 0 });
  });

  it('ends when the process that started it is gone, though its input stays open', async () => {
    const file = join(fixtures.folder, 'lifecycle.js');
    const script = `"${process.execPath}" "${file}"; true`;
    const shell = new TestProcess('/bin/sh', ['-c', script]);
    running.push(shell);
    shell.say(ping(1));
    await shell.messages(1);
    shell.child.kill('SIGKILL');
    // `ended` waits for the pipes as well, which the orphan holds.
    await shell.ended;
    expect(hooksOf(shell)).toEqual(HOOKS);
  });
});
