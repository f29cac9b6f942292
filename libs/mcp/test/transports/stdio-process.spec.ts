import { join } from 'node:path';
import { compileFixtures } from './support/compile.js';
import { TestProcess } from './support/spawn.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('runStdio in a process of its own', () => {
  const fixtures = compileFixtures('stdio-process');
  const start = (name: string, args: string[] = [], env: NodeJS.ProcessEnv = {}) =>
    new TestProcess(process.execPath, [join(fixtures.folder, `${name}.js`), ...args], env);
  afterAll(() => fixtures.remove());

  it('answers, and exits with 0 at the end of input', async () => {
    const server = start('plain');
    server.say(PING);
    server.child.stdin.end();
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.out).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });
});
