import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(`../node_modules/${path}/bin/node`, import.meta.url));

/**
 * The Node that servers run with unless told otherwise: the one that this package installs, so that
 * figures do not depend on the one that the machine happens to have.
 */
export const NODE = here('node');

/** Versions to set beside one another. */
export const NODES = { 20: here('node-20'), 22: here('node-22'), 24: NODE };

/** What the binary itself says of its version. */
export function versionOf(node) {
  try {
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new Error(`no Node at ${node}: run \`npm ci\` in bench/ first`, { cause });
  }
}
