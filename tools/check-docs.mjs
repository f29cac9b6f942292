/**
 * `npm run docs:check`: what the README, CONTRIBUTING and docs/ say must be so.
 *
 * TypeScript blocks compile, JSON blocks parse, links and anchors lead somewhere, the tables of
 * docs/options.md are those of the types, every code that the library can give stands on a page, and
 * the pages that source files name are there.
 * usage: node tools/check-docs.mjs [--write]; --write brings the tables up to date
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { undocumentedCodes } from './docs/codes.mjs';
import { brokenLinks } from './docs/links.mjs';
import { fencedBlocks } from './docs/markdown.mjs';
import { unknownPages } from './docs/named-pages.mjs';
import { withOptionTables } from './docs/option-tables.mjs';
import { typeErrors } from './docs/typescript-blocks.mjs';

const OPTIONS = 'docs/options.md';

const pages = new Map(
  ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs'), ...markdownIn('examples')].map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
);

const current = withOptionTables(pages.get(OPTIONS));
const isStale = current !== pages.get(OPTIONS);
if (process.argv.includes('--write') && isStale) writeFileSync(OPTIONS, current);

const blocks = [...pages].flatMap(([file, text]) => fencedBlocks(file, text));
const scripts = blocks.filter(({ language }) => language === 'ts');
const problems = [
  ...typeErrors(scripts),
  ...blocks.filter(({ language }) => language === 'json').flatMap(jsonError),
  ...brokenLinks(pages),
  ...undocumentedCodes(pages),
  ...unknownPages(),
  ...(isStale && !process.argv.includes('--write')
    ? [`${OPTIONS}: the tables differ from the types; run npm run docs:options`]
    : []),
];

for (const problem of problems) console.error(problem);
console.log(`${pages.size} pages, ${scripts.length} scripts, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function markdownIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter(
      (file) =>
        file.endsWith('.md') && !/^docs\/(api|reference|\.vitepress)\/|node_modules/.test(file),
    )
    .toSorted();
}

function jsonError({ file, line, text }) {
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    return [`${file}:${line}: no JSON: ${error.message}`];
  }
}
