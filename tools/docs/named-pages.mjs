import { existsSync, readdirSync, readFileSync } from 'node:fs';

const FOLDERS = ['libs/mcp/src', 'libs/mcp/test', 'src', 'test', 'tools', 'bench', 'examples'];
const SOURCE = /\.(?:ts|mjs|cjs)$/;
const PAGE = /\bdocs\/[\w/-]+\.md\b/g;

/** Pages of docs/ that a source file names, in a comment for instance, and that are not there. */
export function unknownPages(sources = allSources()) {
  return [...sources].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(PAGE)]
          .filter(([page]) => !existsSync(page))
          .map(([page]) => `${file}:${index + 1}: there is no ${page}`),
      ),
  );
}

function allSources() {
  const files = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  );
  return files
    .filter((file) => SOURCE.test(file) && !file.includes('node_modules'))
    .map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]);
}
