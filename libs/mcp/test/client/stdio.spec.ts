import {
  closeManagers,
  createManager,
  faultProgram,
  startManager,
  textOf,
  untilState,
} from './support/managers.js';
import { FaultHttp } from './support/fault-http.js';
import { isAlive, processesWith, untilGone } from './support/processes.js';

describe('servers over stdio', () => {
  afterEach(closeManagers);

  it('O-J01: one dead server takes no tools from the others', async () => {
    const gone = await new FaultHttp().start();
    await gone.stop();
    const { manager, registry } = await startManager({
      good: faultProgram(),
      nobody: { url: gone.url },
      missing: { command: 'no-such-command-anywhere' },
      crash: faultProgram({ stderr: 'FATAL: no licence' }, { protocol: 'legacy' }),
      broken: {
        command: process.execPath,
        args: ['-e', 'console.error("no licence");process.exit(7)'],
      },
    });
    expect(registry.find('mcp_good_echo')).toBeDefined();
    const { status, servers } = manager.health();
    expect(status).toBe('degraded');
    expect(servers.good).toMatchObject({ state: 'ready' });
    expect(servers.nobody).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('ECONNREFUSED'),
      nextAttempt: expect.any(String),
    });
    expect(servers.missing).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('no-such-command-anywhere ENOENT'),
    });
    expect(servers.broken).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/exited with code 7.*no licence/),
    });
  });

  it('O-J01: a call of a dead server fails by name, with the reason', async () => {
    const { manager } = await startManager({ missing: { command: 'no-such-command-anywhere' } });
    await expect(manager.server('missing').callTool('x')).rejects.toMatchObject({
      code: 'REMOTE_UNAVAILABLE',
      message: expect.stringContaining('no-such-command-anywhere'),
    });
  });

  it('a server that never answers delays the start by no more than its connectTimeout', async () => {
    const begun = performance.now();
    const { manager } = await startManager({
      silent: {
        command: process.execPath,
        args: ['-e', 'process.stdin.resume()'],
        connectTimeout: 500,
      },
    });
    expect(performance.now() - begun).toBeLessThan(2500);
    expect(manager.health().servers.silent).toMatchObject({
      state: 'failed',
      reason: 'no answer within 500 ms',
    });
  });

  it('O-J06: a configured variable is added to the safe ones; nothing else is passed on', async () => {
    process.env.TOOLPORT_TEST_SECRET = 'ours';
    const { registry } = await startManager({ fault: faultProgram({}, { env: { TOKEN: 't' } }) });
    delete process.env.TOOLPORT_TEST_SECRET;
    const env = JSON.parse(textOf(await registry.execute('mcp_fault_env')));
    expect(env).toMatchObject({ TOKEN: 't', PATH: process.env.PATH, HOME: process.env.HOME });
    expect(env).not.toHaveProperty('TOOLPORT_TEST_SECRET');
  });

  it('arguments arrive unchanged: no shell looks at them', async () => {
    const args = ['a b', '&', '%PATH%', '"quoted"', '$HOME', '*', ''];
    const { command, args: own } = faultProgram() as { command: string; args: string[] };
    const { registry } = await startManager({ fault: { command, args: [...own, ...args] } });
    expect(JSON.parse(textOf(await registry.execute('mcp_fault_argv')))).toEqual(args);
  });

  it('O-J13: a plain line on stdout is ignored with one warning', async () => {
    const { registry, log } = await startManager({
      fault: faultProgram({ banner: 'MCP server ready\n{"level":"info"}' }),
    });
    expect(textOf(await registry.execute('mcp_fault_echo', { text: 'x' }))).toBe('x');
    const warnings = log.lines.filter((line) => line.startsWith('warn'));
    expect(warnings).toEqual([expect.stringContaining('MCP server ready')]);
  });

  it("a child's stderr goes to the log under the server's name, without control characters", async () => {
    const { log } = await startManager({
      fault: faultProgram({ stderr: 'loading\u001b[2J\u0007models' }),
    });
    expect(await log.line(/loading/)).toBe('log fault: loading models');
  });

  it.each(['error', 'exit', 'silence'] as const)(
    'a legacy server that meets the probe with %s is used all the same',
    async (onProbe) => {
      const { manager } = await startManager({
        fault: faultProgram({ onProbe }, { connectTimeout: 4000 }),
      });
      expect(manager.health().servers.fault).toMatchObject({
        state: 'ready',
        protocolVersion: '2025-11-25',
      });
    },
  );

  it('a server that dies is started again, and its tools never leave the registry', async () => {
    const test = await startManager({ fault: faultProgram() });
    const before = test.registry.list();
    await expect(test.registry.execute('mcp_fault_die')).rejects.toMatchObject({
      code: 'REMOTE_CONNECTION_LOST',
    });
    expect(test.registry.list()).toEqual(before);
    await untilState(test, 'fault', 'ready');
    expect(textOf(await test.registry.execute('mcp_fault_echo', { text: 'back' }))).toBe('back');
    expect(test.registry.list().map((tool, i) => tool === before[i])).not.toContain(false);
  });

  it('a call that finds the server dead waits for it to come back', async () => {
    const { registry, manager } = await startManager({ fault: faultProgram() });
    await registry.execute('mcp_fault_die').catch(() => {});
    expect(manager.server('fault').state).not.toBe('ready');
    expect(textOf(await registry.execute('mcp_fault_echo', { text: 'back' }))).toBe('back');
  });

  it('O-J12: a child that ignores everything ends with its grandchildren, within six seconds', async () => {
    const { manager, log } = await startManager({
      fault: faultProgram({ deaf: true, grandchild: true }),
    });
    const line = await log.line(/grandchild \d+/);
    const grandchild = Number(/grandchild (\d+)/.exec(line)?.[1]);
    expect(isAlive(grandchild)).toBe(true);
    const begun = performance.now();
    await manager.close();
    expect(performance.now() - begun).toBeLessThan(6000);
    await untilGone(grandchild);
    expect(isAlive(grandchild)).toBe(false);
  });

  it('a grandchild does not outlive a child that dies by itself', async () => {
    const { registry, log } = await startManager({ fault: faultProgram({ grandchild: true }) });
    const grandchild = Number(/grandchild (\d+)/.exec(await log.line(/grandchild \d+/))?.[1]);
    await registry.execute('mcp_fault_die').catch(() => {});
    await untilGone(grandchild);
    expect(isAlive(grandchild)).toBe(false);
  });

  it('shutting down gives pending calls a clear error', async () => {
    const { manager, registry } = await startManager({
      fault: faultProgram({}, { concurrency: 1 }),
    });
    const running = registry.execute('mcp_fault_hang');
    const waiting = registry.execute('mcp_fault_echo');
    const settled = Promise.allSettled([running, waiting]);
    await manager.close();
    const codes = (await settled).map((s) => s.status === 'rejected' && s.reason.code);
    expect(codes).toEqual(['REMOTE_SHUTTING_DOWN', 'REMOTE_SHUTTING_DOWN']);
    await expect(manager.server('fault').callTool('echo')).rejects.toMatchObject({
      code: 'REMOTE_SHUTTING_DOWN',
    });
    expect(manager.health().servers.fault).toMatchObject({ state: 'closed' });
  });

  it('closing during the start leaves no process behind', async () => {
    const { manager, log } = createManager({
      silent: { command: process.execPath, args: ['-e', 'process.stdin.resume()//left-behind'] },
    });
    const starting = manager.start();
    await log.line(/silent: connecting/);
    await Promise.all([manager.close(), starting]);
    expect(manager.health().servers.silent?.state).toBe('closed');
    expect(processesWith('left-behind')).toEqual([]);
  });

  it('a message longer than the limit ends the connection instead of filling our memory', async () => {
    const flood = 'process.stdout.write("x".repeat(1 << 20).repeat(40))';
    const { manager } = await startManager({
      flood: { command: process.execPath, args: ['-e', `${flood};process.stdin.resume()`] },
    });
    expect(manager.health().servers.flood).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('a line is longer than'),
    });
  });
});
