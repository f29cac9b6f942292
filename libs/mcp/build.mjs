/**
 * `npm run build:lib`: the package as it is published, ESM in dist/ and CommonJS in dist/cjs/.
 *
 * What to build is what package.json promises: every path of `exports`, `main`, `types` and `bin`
 * must exist afterwards.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));

rmSync(join(here, 'dist'), { recursive: true, force: true });
compile('--emitDeclarationOnly');
// The same types once more, where TypeScript takes them for those of CommonJS.
const types = readdirSync(join(here, 'dist'), { recursive: true });
for (const file of types.filter((name) => name.endsWith('.d.ts') && !/^cli[/.]/.test(name))) {
  cpSync(join(here, 'dist', file), join(here, 'dist/cjs', file));
}
// The comments are in the types, where editors look for them.
compile('--outDir', join(here, 'dist/modules'), '--declaration', 'false', '--removeComments');
await bundle(join(here, 'dist/modules'), join(here, 'dist'), {
  entries: Object.keys(manifest.exports)
    .filter((path) => path !== './package.json')
    .map((path) => (path === '.' ? 'index' : path.slice(2))),
  bins: ['cli'],
});
rmSync(join(here, 'dist/modules'), { recursive: true });
// The package is ESM; without this Node would read the CommonJS half as ESM too.
writeFileSync(join(here, 'dist/cjs/package.json'), '{"type":"commonjs"}\n');

// Run by the Nest CLI as they stand: they need no compiler.
cpSync(join(here, 'schematics'), join(here, 'dist/schematics'), { recursive: true });
// What npm shows of the package: the same texts, without links to what it does not hold.
copyFileSync(join(here, '../../LICENSE'), join(here, 'LICENSE'));
const readme = readFileSync(join(here, '../../README.md'), 'utf8');
writeFileSync(join(here, 'README.md'), withOutsideLinks(readme, manifest.repository?.url));

const promised = [
  ...new Set(
    filesIn([manifest.exports, manifest.main, manifest.types, manifest.bin, manifest.schematics]),
  ),
];
const missing = promised.filter((file) => !existsSync(join(here, file)));
if (missing.length > 0) {
  console.error(`package.json names files that the build does not make: ${missing.join(', ')}`);
  process.exit(1);
}
console.log(`nest-toolport ${manifest.version}: ${promised.length} promised files built`);

function compile(...options) {
  const command = [compiler, '-p', join(here, 'tsconfig.lib.json'), ...options];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Links into the repository become addresses; while nobody has said where that is, their paths alone. */
function withOutsideLinks(text, repository) {
  const home = repository?.replace(/^git\+|\.git$/g, '');
  if (home) {
    const images = text.replace(/(!\[[^\]]*\]\()(?![a-z]+:)/g, `$1${home}/raw/HEAD/`);
    return images.replace(/\]\((?![a-z]+:|#)/g, `](${home}/blob/HEAD/`);
  }
  const withoutImages = text.replace(/^!\[[^\]]*\]\((?![a-z]+:).*\)\n\n?/gm, '');
  const plain = withoutImages.replace(
    /\[([^\]]*)\]\((?![a-z]+:|#)([^)]*)\)/g,
    (_link, words, path) => (words === path ? `\`${path}\`` : `${words} (\`${path}\`)`),
  );
  return plain.replace(
    /^# .*\n/,
    '$&\nThe files that this page names are those of the repository.\n',
  );
}

/** The paths in `exports`, whatever conditions they stand under. */
function filesIn(value) {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).flatMap((inner) => filesIn(inner));
}
