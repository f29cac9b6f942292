import { transformSync } from '@swc/core';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const SOURCE = join(__dirname, '../../../src');
/** What `schema` imports from, and itself. */
const FOLDERS = ['protocol', 'errors', 'context', 'decorators', 'schema'];

/** Writes the library's schema part as CommonJS into a folder, as an installed package would be. */
export function compileLibrary(target: string): void {
  for (const file of FOLDERS.flatMap((folder) => sourcesIn(join(SOURCE, folder)))) {
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      swcrc: false,
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
      module: { type: 'commonjs' },
    });
    const place = join(target, relative(SOURCE, file)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, code);
  }
  mkdirSync(join(target, 'node_modules'), { recursive: true });
  symlinkSync(dirname(require.resolve('ajv/package.json')), join(target, 'node_modules', 'ajv'));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => join(folder, file));
}
