import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { transformSync } from '@swc/core';

const ROOT = resolve(__dirname, '../../../../..');
/** Where the packages are found that the processes shall run on. */
const CACHE = process.env.NEST_11 ?? join(ROOT, 'node_modules/.cache');

/**
 * Compiles the library and the fixtures to ES modules, as a user's build would, for suites that need
 * processes of their own; returns the folder of the compiled fixtures.
 *
 * @param label one folder per suite, since suites run side by side
 * @param suite the folder of `libs/mcp/test` that holds `fixtures/`
 */
export function compileFixtures(
  label: string,
  suite = 'transports',
): { folder: string; remove: () => void } {
  const out = join(CACHE, `toolport-${label}-${process.pid}`);
  const library = join(ROOT, 'libs/mcp');
  for (const folder of ['src', `test/${suite}`]) compileFolder(library, folder, out);
  writeFileSync(
    join(out, 'package.json'),
    '{"name":"fixture-app","version":"9.8.7","type":"module"}\n',
  );
  return {
    folder: join(out, `test/${suite}/fixtures`),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
}

function compileFolder(library: string, folder: string, out: string): void {
  for (const entry of readdirSync(join(library, folder), {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!entry.isFile() || entry.name.endsWith('.spec.ts')) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(out, relative(library, source)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    if (entry.name.endsWith('.ts')) writeFileSync(target, compile(source));
    else cpSync(source, target);
  }
}

function compile(source: string): string {
  return transformSync(readFileSync(source, 'utf8'), {
    filename: source,
    swcrc: false,
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
    },
    module: { type: 'es6' },
  }).code;
}
