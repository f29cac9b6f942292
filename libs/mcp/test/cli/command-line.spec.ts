import { Toolport } from './support/toolport.js';

let toolport: Toolport;

beforeAll(() => {
  toolport = new Toolport('cli-line');
});
afterAll(() => toolport.remove());

describe('toolport, on a command line that makes no sense', () => {
  it.each<[string, string[], string]>([
    ['no target', ['list'], 'Say where the tools are, by --module or by --url'],
    ['two targets', ['list', '-m', 'a.js', '-u', 'http://x/'], 'by --module or by --url'],
    ['another command', ['lsit'], 'No command "lsit": list, call, lint, schema, snapshot'],
    ['an unknown option', ['list', '--modul', 'x'], "Unknown option '--modul'"],
    ['an option of another command', ['list', '--check'], '--check has no meaning for "list"'],
    ['no tool', ['call', '-u', 'http://x/'], '"call" needs the name of a tool'],
    ['too many words', ['list', 'all', '-u', 'http://x/'], '"list" takes no further words'],
    ['no such file', ['list', '-m', 'nowhere.js'], 'build the application first'],
    ['a source file', ['list', '-m', 'app.module.ts'], 'wants the built file'],
    ['another scheme', ['list', '-u', 'file:///etc'], '--url must begin with http: or https:'],
    [
      'two headers in one',
      ['list', '-u', 'http://x/', '-H', 'a: b\r\nc: d'],
      '--header has a value of "a" that must be one line',
    ],
    [
      'a header of the protocol',
      ['list', '-u', 'http://x/', '-H', 'Mcp-Name: x'],
      '--header cannot carry "mcp-name"',
    ],
    ['arguments twice', ['call', 't', 'a=1', '--args', '{}', '-u', 'http://x/'], 'not both'],
    [
      'a key with an address',
      ['list', '-u', 'http://x/', '-s', 'k'],
      '--server goes with --module',
    ],
    ['a bad timeout', ['list', '-u', 'http://x/', '--timeout', '0'], '--timeout must be'],
    ['a bad profile', ['lint', '-u', 'http://x/', '--profile', 'x'], '--profile is one of'],
  ])('ends with 64 and the remedy: %s', async (_, args, message) => {
    const { code, out, err } = await toolport.run(...args);
    expect(err).toContain(message);
    expect(err).toContain('see toolport --help');
    expect({ code, out }).toEqual({ code: 64, out: '' });
  });

  it('never repeats a secret', async () => {
    const secret = await toolport.run('list', '-u', 'http://x/', '--authorization', 'hush\nhush');
    const header = await toolport.run('list', '-u', 'http://x/', '-H', 'no colon, but hush');
    const surplus = await toolport.run('list', '-u', 'http://x/', '--authorization', 'a', 'hush');
    const runs = [secret, header, surplus];
    expect(runs.map(({ code }) => code)).toEqual([64, 64, 64]);
    expect(runs.map(({ err }) => err).join('')).not.toContain('hush');
  });

  it('names what a module file exports, where there is more than one or none that fits', async () => {
    const chosen = await toolport.run(
      'list',
      '-m',
      `${toolport.fixture('app.module.js')}#notAModule`,
    );
    expect(chosen.err).toContain('"notAModule" is no module; exported: AppModule');
    expect(chosen.code).toBe(64);
    const none = await toolport.run('list', '-m', toolport.fixture('configure.js'));
    expect(none.err).toContain('exports no module: configure');
    expect(none.code).toBe(64);
  });
});

describe('toolport --help', () => {
  it('prints the help and ends with 0, as without any word', async () => {
    const help = await toolport.run('--help');
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(help.out).toMatch(/^Usage: toolport/);
    expect(await toolport.run()).toEqual(help);
  });
});
