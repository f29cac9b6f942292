import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFixtures } from './support/compile.js';
import { TestProcess } from './support/spawn.js';

/** As a user would publish an application of theirs: with a `bin`, installed from its tarball. */
describe('O-G11: an application that is installed as a command', () => {
  const fixtures = compileFixtures('stdio-bin');
  const folder = join(fixtures.folder, '../../..');
  const project = join(folder, 'project');
  afterAll(() => fixtures.remove());

  beforeAll(() => {
    const npm = (cwd: string, ...args: string[]) =>
      execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    const file = join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    const bin = { 'fixture-app': 'test/transports/fixtures/plain.js' };
    writeFileSync(file, JSON.stringify({ ...manifest, bin, files: ['src', 'test'] }));
    npm(folder, 'pack', '--silent');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"name":"empty","version":"1.0.0"}');
    npm(project, 'install', '--offline', '--no-audit', '--no-fund', '../fixture-app-9.8.7.tgz');
  });

  it.each([
    ['by its name', join(project, 'node_modules/.bin/fixture-app'), []],
    ['through npx', 'npx', ['--no-install', 'fixture-app']],
  ])('starts %s', async (_, command, args) => {
    const server = new TestProcess(command, args, {}, project);
    server.say({ jsonrpc: '2.0', id: 1, method: 'ping' });
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
  });
});
