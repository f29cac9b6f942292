import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const CHECK = resolve('tools/check-imports.mjs');

/** A tree without fault, small enough to read. */
const CLEAN = {
  'tsconfig.json': '{}',
  'src/app.ts': 'export const app = 1;\n',
  'libs/mcp/src/index.ts': `export { serve } from './server/serve.js';\n`,
  'libs/mcp/src/protocol/words.ts': 'export type Word = string;\n',
  'libs/mcp/src/decorators/mark.ts': `import type { Word } from '../protocol/words.js';\nexport const mark: Word = 'x';\n`,
  'libs/mcp/src/tools/tool-table.ts': 'export const table = [];\n',
  'libs/mcp/src/server/serve.ts': `import { table } from '../tools/tool-table.js';\nexport const serve = table;\n`,
};

describe('npm run deps', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'check-imports-'));
    write(CLEAN);
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  };
  const check = (...nodeOptions: string[]) => {
    const run = spawnSync(process.execPath, [...nodeOptions, CHECK, root], { encoding: 'utf8' });
    return { status: run.status, problems: run.stderr, counted: run.stdout };
  };

  it('passes a tree whose imports run downwards', () => {
    expect(check()).toEqual({
      status: 0,
      problems: '',
      counted: '6 files, 3 imports, 0 problems\n',
    });
  });

  it('names every edge against the rules, and every file that is too long without a reason', () => {
    const long = 'export {};\n'.repeat(251);
    write({
      'src/user.ts': `export { mark } from '../libs/mcp/src/decorators/mark.js';\n`,
      'libs/mcp/src/decorators/up.ts': `import type { serve } from '../server/serve.js';\nexport type Up = typeof serve;\n`,
      'libs/mcp/src/tools/a.ts': `import type { B } from './b.js';\nexport type A = B;\n`,
      'libs/mcp/src/tools/b.ts': `import type { A } from './a.js';\nexport type B = A;\n`,
      'libs/mcp/src/tools/words.ts': 'export const words = 1;\n',
      'libs/mcp/src/server/fill.ts': `export { words } from '../tools/words.js';\n`,
      'libs/mcp/src/server/nest.ts': `export { Logger } from '@nestjs/common';\n`,
      'libs/mcp/src/tools/entry-point.ts': `export { serve } from '../index.js';\n`,
      'libs/mcp/src/tools/broken.ts': `export { gone } from './gone.js';\n`,
      'libs/mcp/src/tools/undeclared.ts': `export { cruise } from 'dependency-cruiser';\n`,
      'libs/mcp/src/utils/a.ts': 'export const a = 1;\n',
      'libs/mcp/src/tools/long.ts': long,
      'libs/mcp/src/tools/long-table.ts': `// Long because it is one table.\n${long}`,
    });
    const { status, problems } = check();
    const named = problems.split('\n').filter((line) => /^[a-z-]+: /.test(line));
    expect(named.map((line) => line.split(' ').slice(0, 2).join(' ')).toSorted()).toEqual([
      'direction-of-decorators: libs/mcp/src/decorators/up.ts',
      'direction-of-server: libs/mcp/src/server/fill.ts',
      'direction-of-tools: libs/mcp/src/tools/entry-point.ts',
      'folder-without-rule: libs/mcp/src/utils/',
      'no-broken-import: libs/mcp/src/tools/broken.ts',
      'no-cycle: libs/mcp/src/tools/a.ts',
      'no-nest-in-the-core: libs/mcp/src/server/nest.ts',
      'nobody-imports-an-entry-point: libs/mcp/src/tools/entry-point.ts',
      'only-declared-packages: libs/mcp/src/tools/undeclared.ts',
      'sample-is-a-user: src/user.ts',
      'too-long: libs/mcp/src/tools/long.ts',
    ]);
    expect(status).toBe(1);
  });

  it('fails where dependency-cruiser reads no TypeScript, instead of finding nothing wrong', () => {
    const hide = join(root, 'hide-typescript.cjs');
    writeFileSync(
      hide,
      `const Module = require('node:module');
       const find = Module._resolveFilename;
       Module._resolveFilename = function (name, ...rest) {
         if (/^(typescript|@swc\\/core)(\\/|$)/.test(name)) throw new Error('hidden: ' + name);
         return find.call(this, name, ...rest);
       };`,
    );
    const { status, problems } = check('--require', hide);
    expect(status).toBe(1);
    expect(problems).toContain('not-checked: libs/mcp/src/server/serve.ts');
  });
});
