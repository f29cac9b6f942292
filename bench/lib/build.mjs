import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const INSTALLED = here('node_modules/nest-toolport');

/**
 * Builds the library, puts it where this package's install has put its copy, builds the subjects; and
 * in dist/library its modules one by one, for who measures a part of it.
 */
export function build() {
  if (!existsSync(INSTALLED)) throw new Error('run `npm ci` in bench/ first');
  run(here('../libs/mcp/build.mjs'));
  rmSync(`${INSTALLED}/dist`, { recursive: true, force: true });
  cpSync(here('../libs/mcp/dist'), `${INSTALLED}/dist`, { recursive: true });
  const compiler = createRequire(here('../package.json')).resolve('typescript/bin/tsc');
  run(compiler, '-p', here('.'));
  const modules = ['--outDir', here('dist/library'), '--declaration', 'false'];
  run(compiler, '-p', here('../libs/mcp/tsconfig.lib.json'), ...modules);
}

function run(...command) {
  execFileSync(process.execPath, command, { stdio: 'inherit' });
}
