import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

interface Block {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly attributes: readonly string[];
  readonly text: string;
}

const load = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(resolve('tools/docs', name)).href) as Promise<Module>;

describe('The check of the documentation', () => {
  it('names page and line of a script that does not compile, and lets a good one pass', async () => {
    const { typeErrors } = await load<{ typeErrors: (blocks: Block[]) => string[] }>(
      'typescript-blocks.mjs',
    );
    const block = (line: number, text: string, ...attributes: string[]): Block => ({
      file: 'page.md',
      line,
      language: 'ts',
      attributes,
      text,
    });
    const found = typeErrors([
      block(10, 'McpModule.forRoot({ name: "a" });'),
      block(20, 'const first = 1;\nMcpModule.forRoot({ nmae: "a" });'),
      block(30, 'const second: string = first;', 'continues'),
      block(40, '@Get()\nlist(): void {}', 'member'),
    ]);
    expect(found).toEqual([
      expect.stringMatching(/^page\.md:21: .*'nmae' does not exist/),
      expect.stringMatching(/^page\.md:30: Type 'number' is not assignable to type 'string'/),
    ]);
  }, 120_000);

  it('finds pages that a source file names and that are not there', async () => {
    const { unknownPages } = await load<{
      unknownPages: (sources?: readonly (readonly [string, string])[]) => string[];
    }>('named-pages.mjs');
    const gone = ['docs', 'gone.md'].join('/');
    const source = `/**\n * See docs/tools.md and ${gone}.\n */`;
    expect(unknownPages([['a.ts', source]])).toEqual([`a.ts:2: there is no ${gone}`]);
  });

  it('finds links and anchors that lead nowhere', async () => {
    const { brokenLinks } = await load<{ brokenLinks: (pages: Map<string, string>) => string[] }>(
      'links.mjs',
    );
    const pages = new Map([
      ['docs/http.md', '# Who may come\n[good](#who-may-come) [no](none.md) `[code](x.md)`'],
      ['docs/tools.md', '[good](http.md#who-may-come)\n[no](http.md#nobody) [out](../README.md)'],
    ]);
    expect(brokenLinks(pages)).toEqual([
      'docs/http.md:2: none.md leads nowhere',
      'docs/tools.md:2: http.md#nobody is no heading',
      'docs/tools.md:2: ../README.md leads out of docs/',
    ]);
  });

  it('finds codes that no page tells of, and codes of the list that nothing gives', async () => {
    const { undocumentedCodes } = await load<{
      undocumentedCodes: (pages: Map<string, string>) => string[];
    }>('codes.mjs');
    const found = undocumentedCodes(new Map([['docs/boot-codes.md', '`MCP_PATH_TAKEN` `NOT_SO`']]));
    expect(found).toContain('MCP_PATH_INVALID: no page of docs/ tells of it');
    expect(found).not.toContain('MCP_PATH_TAKEN: no page of docs/ tells of it');
    expect(found).toContain('docs/boot-codes.md: NOT_SO stands in no source file');
  });

  it('makes the table of an interface of its docstrings', async () => {
    const { withOptionTables } = await load<{ withOptionTables: (page: string) => string }>(
      'option-tables.mjs',
    );
    const marker = '<!-- options McpHttpOptions libs/mcp/src/module/mcp.options.ts -->\n';
    const page = withOptionTables(`${marker}\n| old |\n\nAfter`);
    expect(page).toContain('| `bodyLimit` | `number` |');
    expect(page).toContain('4194304 (4 MiB)');
    expect(page).not.toContain('old');
    expect(page).toMatch(/\n\nAfter$/);
    expect(withOptionTables(page)).toBe(page);
  });
});
