import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const INSTALLED = here('node_modules/nest-toolport');

/** Builds the library, puts it where this package's install has put its copy, builds the subjects. */
export function build() {
  if (!existsSync(INSTALLED)) throw new Error('run `npm ci` in bench/ first');
  run(here('../libs/mcp/build.mjs'));
  rmSync(`${INSTALLED}/dist`, { recursive: true, force: true });
  cpSync(here('../libs/mcp/dist'), `${INSTALLED}/dist`, { recursive: true });
  run(createRequire(here('../package.json')).resolve('typescript/bin/tsc'), '-p', here('.'));
}

function run(...command) {
  execFileSync(process.execPath, command, { stdio: 'inherit' });
}
