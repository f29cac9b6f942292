/**
 * `npm run check:package`: the package as npm would send it out. publint and "are the types wrong?"
 * find no fault, it stays within its size, and importing an entry point loads no optional package.
 *
 * Wants `npm run build:lib` before it. `--publish`: also what only a release needs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const PACKAGE = resolve(import.meta.dirname, '../libs/mcp');
const KB = 1000;

/** Raise a figure only with the reason in the commit: it is every user's download and start-up. */
const BUDGET = {
  packed: 700 * KB,
  unpacked: 3500 * KB,
  /** Bytes of our own JavaScript that an import reads, and of `ajv` and its like. */
  imports: {
    index: 1000 * KB,
    testing: 250 * KB,
    client: 450 * KB,
    redis: 20 * KB,
    websocket: 300 * KB,
  },
};

/** The paths inside of other packages that are used: each is checked on every NestJS by the consumers. */
const DEEP = [
  /^@nestjs\/core\/[a-z/-]+\.js$/,
  /^ajv\/dist\/2020\.js$/,
  // In its `exports`, and in its documentation.
  /^@modelcontextprotocol\/client\/validators\/ajv$/,
];

const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
const problems = [];
const work = mkdtempSync(join(tmpdir(), 'toolport-package-'));
try {
  const tarball = pack();
  await lint();
  checkTypes(tarball);
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const [entry, budget] of Object.entries(BUDGET.imports)) checkImport(entry, budget);
checkSpecifiers();
if (process.argv.includes('--publish')) checkRelease();

for (const problem of problems) console.error(problem);
console.log(`nest-toolport ${manifest.version}: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function pack() {
  const output = execFileSync('npm', ['pack', '--json', '--pack-destination', work], {
    cwd: PACKAGE,
    encoding: 'utf8',
  });
  const packed = JSON.parse(output);
  const [{ filename, size, unpackedSize, files }] = Array.isArray(packed)
    ? packed
    : Object.values(packed);
  within('packed', size, BUDGET.packed);
  within('unpacked', unpackedSize, BUDGET.unpacked);
  const paths = files.map(({ path }) => path);
  for (const wanted of ['README.md', 'LICENSE']) {
    if (!paths.includes(wanted)) problems.push(`${wanted} is not in the package`);
  }
  const links = readFileSync(join(PACKAGE, 'README.md'), 'utf8').match(/\]\((?![a-z]+:|#)[^)]*\)/g);
  for (const link of links ?? []) problems.push(`README.md: ${link} leads out of the package`);
  for (const path of paths.filter((one) => /\.spec\.|\.map$|^src\//.test(one))) {
    problems.push(`${path} is in the package, and no user needs it`);
  }
  return join(work, filename);
}

async function lint() {
  const { messages, pkg } = await publint({ pkgDir: PACKAGE, strict: true, pack: 'npm' });
  for (const message of messages) problems.push(`publint: ${formatMessage(message, pkg)}`);
}

function checkTypes(tarball) {
  const { bin } = JSON.parse(
    readFileSync('node_modules/@arethetypeswrong/cli/package.json', 'utf8'),
  );
  const attw = join('node_modules/@arethetypeswrong/cli', bin.attw);
  const args = [attw, tarball, '--format', 'ascii', '--no-emoji'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) problems.push(`attw:\n${stdout}${stderr}`);
}

/** The CommonJS half tells by `require.cache` what it has loaded, on every Node. */
function checkImport(entry, budget) {
  const file = join(PACKAGE, `dist/cjs/${entry}.js`);
  const code = `require('reflect-metadata'); require(${JSON.stringify(file)});
    console.log(JSON.stringify(Object.keys(require.cache)));`;
  const loaded = JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }));
  const own = loaded.filter((path) => path.startsWith(PACKAGE));
  within(`import of ${entry}`, bytesOf(own), budget);
  const optional = Object.keys(manifest.peerDependenciesMeta);
  for (const name of [...optional, ...Object.keys(manifest.dependencies)]) {
    if (loaded.some((path) => path.includes(`/node_modules/${name}/`))) {
      problems.push(`importing ${entry} loads ${name}: import it where it is first needed`);
    }
  }
}

function bytesOf(files) {
  return files.reduce((sum, file) => sum + readFileSync(file).byteLength, 0);
}

/** Insides of other packages move without notice. */
function checkSpecifiers() {
  // The templates of the schematics are the application's code.
  const imports = [
    '-rhE',
    '--exclude-dir=schematics',
    "^[^*]*(from|import\\() ?'[^.'][^']*'",
    'dist',
  ];
  const code = execFileSync('grep', imports, { cwd: PACKAGE, encoding: 'utf8' });
  const used = new Set(
    [...code.matchAll(/(?:from |import\()'([^.'][^']*)'/g)].map(([, specifier]) => specifier),
  );
  const known = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  for (const specifier of used) {
    const allowed = known.has(specifier) || specifier.startsWith('node:');
    if (allowed || DEEP.some((pattern) => pattern.test(specifier))) continue;
    problems.push(`${specifier} is imported, and is neither declared nor known to be stable`);
  }
}

/** npm's provenance names a repository, and refuses when it is not the one that builds. */
function checkRelease() {
  if (!manifest.repository?.url) {
    problems.push(
      'package.json has no repository: npm pkg set repository.type=git repository.url=git+https://… repository.directory=libs/mcp',
    );
  }
  const changelog = readFileSync(join(PACKAGE, '../../CHANGELOG.md'), 'utf8');
  const heading = changelog.match(
    new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')} (.*)$`, 'm'),
  );
  if (!heading || heading[1].includes('unreleased')) {
    problems.push(`CHANGELOG.md has no heading "## ${manifest.version} (date)"`);
  }
}

function within(what, size, budget) {
  console.log(`${what}: ${(size / KB).toFixed(0)} kB of ${budget / KB} kB`);
  if (size > budget) problems.push(`${what} is ${size} bytes, ${size - budget} over its budget`);
}
