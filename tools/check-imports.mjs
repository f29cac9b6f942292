/**
 * `npm run deps`: holds the direction of imports (.dependency-cruiser.cjs) and the length of files.
 *
 * node tools/check-imports.mjs [root]: another root is for the test of this check itself.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const CRUISED = ['src', 'libs/mcp/src'];
const MEASURED = [
  ...CRUISED,
  'libs/mcp/inspector',
  'libs/mcp/test',
  'test',
  'tools',
  'bench',
  'examples',
];
const LONGEST = 250;
/** The words by which a long file says, in its first lines, why it is one file. */
const REASON = /long because/i;
const HEAD = 12;

process.chdir(resolve(process.argv[2] ?? '.'));
const config = createRequire(import.meta.url)('../.dependency-cruiser.cjs');

const cruised = listFiles(CRUISED).filter((file) => file.endsWith('.ts') && !isSpec(file));
const { modules, summary } = await cruiseAll();
const problems = [
  ...summary.violations.map(toLine),
  ...unseenFiles(cruised, modules),
  ...foldersWithoutRule(cruised),
  ...longFiles(listFiles(MEASURED)),
];

for (const problem of problems) console.error(problem);
console.log(
  `${cruised.length} files, ${summary.totalDependenciesCruised} imports, ${problems.length} problems`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

async function cruiseAll() {
  const { forbidden, options } = config;
  const folders = CRUISED.filter((folder) => existsSync(folder));
  const { output } = await cruise(
    folders,
    { ...options, ruleSet: { forbidden }, validate: true },
    undefined,
    { tsConfig: extractTsConfig(options.tsConfig.fileName) },
  );
  return output;
}

function toLine({ rule, from, to, cycle }) {
  const comment = config.forbidden.find(({ name }) => name === rule.name)?.comment ?? '';
  const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to;
  return `${rule.name}: ${from} → ${path}\n  ${comment}`;
}

/** Without a parser for TypeScript, dependency-cruiser sees nothing and finds nothing wrong. */
function unseenFiles(files, seen) {
  const sources = new Set(seen.map(({ source }) => source));
  return files
    .filter((file) => !sources.has(file))
    .map((file) => `not-checked: ${file}\n  dependency-cruiser did not read this file.`);
}

function foldersWithoutRule(files) {
  const known = new Set(config.forbidden.map(({ name }) => name.replace(/^direction-of-/, '')));
  const folders = files.map((file) => /^libs\/mcp\/src\/([^/]+)\//.exec(file)?.[1]).filter(Boolean);
  return [...new Set(folders)]
    .filter((folder) => !known.has(folder))
    .map(
      (folder) =>
        `folder-without-rule: libs/mcp/src/${folder}/\n  Give it a row in .dependency-cruiser.cjs.`,
    );
}

function longFiles(files) {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    if (lines.length <= LONGEST || REASON.test(lines.slice(0, HEAD).join('\n'))) return [];
    return [
      `too-long: ${file} has ${lines.length} lines\n  Split it, or say in its head comment "Long because …".`,
    ];
  });
}

function listFiles(folders) {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|mjs|cjs)$/.test(entry.name))
        .map((entry) =>
          join(entry.parentPath ?? entry.path, entry.name)
            .split(sep)
            .join('/'),
        ),
    )
    .filter((file) => !file.includes('/node_modules/'));
}

function isSpec(file) {
  return file.endsWith('.spec.ts');
}
