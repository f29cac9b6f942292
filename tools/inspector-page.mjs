/**
 * `npm run build:inspector`: the inspector page (libs/mcp/inspector) as a module of texts, so that it needs
 * no file at run time, in whatever way the library is built. With `--check`, fails where it is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const SOURCE = resolve(import.meta.dirname, '../libs/mcp/inspector');
const TARGET = resolve(import.meta.dirname, '../libs/mcp/src/inspector/page.generated.ts');

/** What a user downloads and a browser reads at each opening. */
const LARGEST = 60_000;

const { outputFiles } = await build({
  entryPoints: { script: join(SOURCE, 'main.ts'), style: join(SOURCE, 'page.css') },
  outdir: SOURCE,
  bundle: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  // Not the names: whoever distrusts the page can read it.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 100,
  logLevel: 'warning',
});
const textOf = (name) => outputFiles.find(({ path }) => path.endsWith(name)).text;
const texts = {
  MARKUP: readFileSync(join(SOURCE, 'page.html'), 'utf8'),
  STYLE: textOf('style.css'),
  SCRIPT: textOf('script.js'),
};
const size = Object.values(texts).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
if (size > LARGEST) fail(`the page has ${size} bytes, more than ${LARGEST}`);
// It would end the script element, whose text no escaping can carry.
if (/<\/(script|style)|<!--/i.test(texts.SCRIPT + texts.STYLE))
  fail('the page ends its own elements');

const module = [
  '// Long because it is the page as a text: made by tools/inspector-page.mjs from libs/mcp/inspector.',
  // Typed: a declaration would carry the whole text as its literal type.
  ...Object.entries(texts).map(
    ([name, text]) => `export const ${name}: string = ${literal(text)};`,
  ),
].join('\n\n');

if (!process.argv.includes('--check')) writeFileSync(TARGET, `${module}\n`);
else if (readFileSync(TARGET, 'utf8') !== `${module}\n`)
  fail('out of date: npm run build:inspector');
console.log(`inspector page: ${size} bytes`);

function literal(text) {
  return `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``;
}

function fail(message) {
  console.error(`inspector page: ${message}`);
  process.exit(1);
}
