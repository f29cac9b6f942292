import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFixtures } from './support/compile.js';
import { TestProcess } from './support/spawn.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const NEST = join(process.cwd(), 'node_modules/@nestjs/cli/bin/nest.js');
const HOOKS = [
  'hook: onModuleDestroy',
  'hook: beforeApplicationShutdown',
  'hook: onApplicationShutdown',
];

/** A project that the Nest CLI compiles, the compiled library in its node_modules. */
function makeProject() {
  const { folder, remove } = compileFixtures('nest-start');
  const root = join(folder, '../../..');
  const project = join(root, 'project');
  cpSync(join(__dirname, 'nest-project'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"name":"project","type":"module"}\n');
  const library = join(project, 'node_modules/nest-toolport');
  mkdirSync(library, { recursive: true });
  const exported = {
    './run-stdio': './compiled/src/module/run-stdio.js',
    './lifecycle-app': './compiled/test/transports/fixtures/lifecycle-app.module.js',
  };
  writeFileSync(
    join(library, 'package.json'),
    JSON.stringify({ name: 'nest-toolport', type: 'module', exports: exported }),
  );
  symlinkSync(root, join(library, 'compiled'));
  return { project, remove };
}

describe('nest start --entryFile stdio', () => {
  const { project, remove } = makeProject();
  const running: TestProcess[] = [];
  const start = (...args: string[]) => {
    const nest = new TestProcess(process.execPath, [NEST, 'start', ...args], {}, project);
    running.push(nest);
    return nest;
  };
  const hooksOf = (nest: TestProcess) =>
    nest.err.split('\n').filter((line) => line.startsWith('hook: '));
  afterEach(async () => {
    for (const nest of running.splice(0)) {
      nest.child.kill('SIGKILL');
      nest.child.stdin.destroy();
      await nest.ended;
    }
  });
  afterAll(() => remove());

  it.each([
    ['stdio', []],
    ['src/stdio', ['--no-shell']],
  ])(
    'O-G08, O-G12: with entry file %s %j, stdout holds one line and it exits with 0',
    async (entry, more) => {
      const nest = start('--entryFile', entry, ...more);
      nest.say(PING);
      nest.child.stdin.end();
      expect(await nest.ended).toEqual({ code: 0, signal: null });
      expect(nest.out).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
      expect(hooksOf(nest)).toEqual(HOOKS);
    },
  );

  it('passes exit code 64 on', async () => {
    const nest = start('--entryFile', 'stdio', '--', '--no-such-option');
    expect(await nest.ended).toEqual({ code: 64, signal: null });
    expect(nest.err).toContain('--no-such-option');
    expect(nest.out).toBe('');
  });

  it('passes options on, also in the quotes of --no-shell', async () => {
    const nest = start('--entryFile', 'stdio', '--no-shell', '--', '--tenant', 'acme');
    nest.say({ ...PING, method: 'whoami' });
    const [answer] = await nest.messages(1);
    expect(answer).toMatchObject({ result: { headers: { 'x-tenant-id': 'acme' } } });
  });

  it.each([[[]], [['--no-shell']]])(
    'O-G07: SIGTERM %j runs the hooks and leaves no child, though the input stays open',
    async (more) => {
      const nest = start('--entryFile', 'stdio', ...more);
      nest.say(PING);
      await nest.messages(1);
      nest.child.kill('SIGTERM');
      // Ends when nobody holds the pipes any more: neither the CLI, nor a shell, nor the server.
      await nest.ended;
      expect(hooksOf(nest)).toEqual(HOOKS);
    },
  );
});
