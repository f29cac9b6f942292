import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Toolport, type Ended } from './support/toolport.js';

const KEY = ['--header', 'X-Api-Key: k1'];
const TOOLS = ['notes_create', 'notes_find', 'notes_ring', 'notes_wait'];

let toolport: Toolport;

beforeAll(() => {
  toolport = new Toolport('cli-module');
});
afterAll(() => toolport.remove());

describe('toolport, on a module', () => {
  const run = (...args: readonly string[]): Promise<Ended> =>
    toolport.run(...args, '--module', toolport.fixture('app.module.js'));

  it('lists the tools, one per line, and keeps the words of the application off stdout', async () => {
    const { code, out, err } = await run('list');
    expect(out.trimEnd().split('\n')).toEqual([
      'notes_create  Writes a note',
      'notes_find  Finds a note',
      'notes_ring  Rings the terminal',
      'notes_wait  Never answers',
    ]);
    expect(err).toContain('the application is loaded');
    expect(code).toBe(0);
  });

  it('calls a tool with pairs that the schema types', async () => {
    const pairs = ['zip=01234', 'stars=5', 'tags=a', 'tags=b'];
    const { code, out } = await run('call', 'notes_create', ...pairs, ...KEY, '--json');
    const { structuredContent } = JSON.parse(out) as { structuredContent: object };
    expect(structuredContent).toMatchObject({ zip: '01234', stars: 5, tags: ['a', 'b'] });
    expect(code).toBe(0);
  });

  it('takes headers from TOOLPORT_HEADERS, and says what is wrong with them', async () => {
    const args = ['call', 'notes_create', 'zip=1', 'stars=5', 'tags=a'];
    const module = ['--module', toolport.fixture('app.module.js')];
    const keyed = { TOOLPORT_HEADERS: '{"X-Api-Key":"k1"}' };
    expect(await toolport.runWith(keyed, ...args, ...module)).toMatchObject({ code: 0 });
    const { code, err } = await toolport.runWith({ TOOLPORT_HEADERS: 'k1' }, 'list', ...module);
    expect(err).toContain('TOOLPORT_HEADERS must be a JSON object of strings');
    expect(code).toBe(64);
  });

  it('builds what main.ts builds, where the function that configures it is given', async () => {
    const configured = ['--configure', toolport.fixture('configure.js')];
    const args = ['--args', '{"zip":"1","stars":5}'];
    const { out } = await run('call', 'notes_create', ...args, ...configured, ...KEY);
    expect(JSON.parse(out)).toEqual({ zip: '1', stars: 5, instance: true });
  });

  it('answers 1 where a guard refuses the call', async () => {
    const { code, out } = await run('call', 'notes_find', 'id=7');
    expect(out).toBe('UNAUTHORIZED: No key, no notes\n');
    expect(code).toBe(1);
  });

  it('answers 1 for bad arguments, and says which', async () => {
    const { code, out } = await run('call', 'notes_create', 'zip=1', 'stars=many', ...KEY);
    expect(out).toMatch(/^VALIDATION_FAILED: .*stars/s);
    expect(code).toBe(1);
  });

  it('gives up a call that takes longer than --timeout', async () => {
    const { code, err } = await run('call', 'notes_wait', ...KEY, '--timeout', '300');
    expect(err).toContain('tools/call was not answered within 300 ms');
    expect(code).toBe(1);
  });

  it('prints no control characters that a tool answers', async () => {
    const { out } = await run('call', 'notes_ring', ...KEY);
    expect(out).toBe('\ufffd[2Jding\ufffd\n');
  });

  it('serves the server that --server names, else the one without a key', async () => {
    const servers = ['list', '--module', toolport.fixture('servers.module.js')];
    const { out } = await toolport.run(...servers);
    expect(out).toBe('notes_read  Reads a note\n');
    const office = await toolport.run(...servers, '--server', 'office');
    expect(office.out).toBe('notes_erase  Erases all notes\n');
    const unknown = await toolport.run(...servers, '-s', 'shop');
    expect(unknown.err).toContain('no server "shop", only "default", "office"');
    expect(unknown.code).toBe(1);
  });

  it('names the tools that there are, for one that there is not', async () => {
    const { code, err } = await run('schema', 'notes_fnid');
    expect(err).toContain(
      `No tool "notes_fnid" is shown to this caller; there is: ${TOOLS.join(', ')}`,
    );
    expect(code).toBe(1);
  });

  it('prints the published schemas of a tool', async () => {
    const { out } = await run('schema', 'notes_find');
    expect(JSON.parse(out)).toMatchObject({
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    });
  });

  it('finds nothing wrong in a table that every client takes', async () => {
    expect(await run('lint')).toMatchObject({ code: 0, out: '' });
  });
});

describe('toolport snapshot', () => {
  it('passes while the table is the same, and names each tool that is not', async () => {
    const file = ['--file', 'tools.json'];
    const written = await toolport.run(
      'snapshot',
      ...file,
      '--module',
      toolport.fixture('app.module.js'),
    );
    expect(written).toMatchObject({ code: 0, out: '4 tools written to tools.json\n' });
    const same = await toolport.run(
      'snapshot',
      '--check',
      ...file,
      '--module',
      toolport.fixture('app.module.js'),
    );
    expect(same).toMatchObject({ code: 0, out: '' });

    const path = join(toolport.work, 'tools.json');
    const tools = JSON.parse(readFileSync(path, 'utf8')) as { name: string; description: string }[];
    tools[0].description = 'Wrote a note';
    tools[1].name = 'notes_search';
    writeFileSync(path, JSON.stringify(tools));
    const drift = await toolport.run(
      'snapshot',
      '--check',
      ...file,
      '--module',
      toolport.fixture('app.module.js'),
    );
    expect(drift).toMatchObject({
      code: 1,
      out: 'changed: notes_create\n  /description\nadded: notes_find\nremoved: notes_search\n',
    });
  });

  it('fails, with the remedy, where no snapshot is committed', async () => {
    const { code, err } = await toolport.run(
      'snapshot',
      '--check',
      '-f',
      'none.json',
      '--module',
      toolport.fixture('app.module.js'),
    );
    expect(err).toContain('none.json');
    expect(err).toContain('write it by "toolport snapshot"');
    expect(code).toBe(1);
  });
});

describe('toolport, on an application that cannot start', () => {
  it('prints the boot report without a stack, and ends with 1', async () => {
    const { code, out, err } = await toolport.run(
      'list',
      '-m',
      toolport.fixture('broken.module.js'),
    );
    expect(err).toContain('NotesController.list');
    expect(err).not.toContain('    at ');
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });

  it('says so where it has no MCP at all', async () => {
    const { code, err } = await toolport.run(
      'list',
      '-m',
      `${toolport.fixture('app.module.js')}#OtherModule`,
    );
    expect(err).toContain('the application has no MCP server');
    expect(code).toBe(1);
  });
});
