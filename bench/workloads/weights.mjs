import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const title = 'What an install adds to a Nest application';

const HERE = fileURLToPath(new URL('..', import.meta.url));

const NEST = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-express',
  'class-transformer',
  'class-validator',
  'reflect-metadata',
  'rxjs',
];

const ADDED = {
  'nest-toolport': ['nest-toolport'],
  '@rekog/mcp-nest': ['@rekog/mcp-nest', '@nestjs/microservices', 'zod'],
  'official SDK v2': ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  'official SDK v1': ['@modelcontextprotocol/sdk', 'zod'],
  fastmcp: ['fastmcp', 'zod'],
  tmcp: ['tmcp', '@tmcp/transport-http', '@tmcp/adapter-zod', 'zod'],
};

export async function run() {
  const lock = readFileSync(join(HERE, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock);
  const plain = installed(NEST, packages);
  const rows = Object.entries(ADDED).map(([name, roots]) => {
    const all = installed([...NEST, ...roots], packages);
    const more = [...all].filter((path) => !plain.has(path));
    const bytes = more.reduce((sum, path) => sum + weigh(join(HERE, path)), 0);
    return [`\`${name}\``, `${more.length}`, `${(bytes / 1e6).toFixed(1)} MB`];
  });
  return { columns: ['', 'packages', 'on disk'], rows };
}

/** Where npm has put these packages and all that they need, the peers that they ask for among them. */
function installed(roots, packages) {
  const found = new Set();
  const take = (name, from) => {
    const path = placeOf(name, from, packages);
    // An optional one for another platform is not there.
    if (path === undefined || found.has(path)) return;
    found.add(path);
    for (const needed of needsOf(packages[path])) take(needed, path);
  };
  for (const root of roots) take(root, '');
  for (const root of roots) {
    if (!found.has(`node_modules/${root}`)) throw new Error(`${root} is not installed in bench/`);
  }
  return found;
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {});
  return Object.keys({ ...dependencies, ...optionalDependencies }).concat(
    peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  );
}

/** As Node looks for it: in the package's own folder, then in those around it. */
function placeOf(name, from, packages) {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** Bytes of a package without those that lie within it. */
function weigh(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) bytes += statSync(path).size;
    else if (entry.isDirectory() && entry.name !== 'node_modules') bytes += weigh(path);
  }
  return bytes;
}
