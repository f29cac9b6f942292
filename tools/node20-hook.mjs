// The referee imports `fs.globSync`, which Node 20 lacks, for a part of it that we do not use.
// usage: node --import ./tools/node20-hook.mjs <referee> …
import * as fs from 'node:fs';
import { register } from 'node:module';

const loader = `
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/conformance/dist/index.js')) return loaded;
  const source = String(loaded.source);
  const name = /\\bglobSync as ([\\w$]+),/.exec(source);
  if (!name) return loaded;
  const shebang = /^#!.*\\n/.exec(source)?.[0] ?? '';
  const body = source.slice(shebang.length).replace(name[0], '');
  return { ...loaded, source: shebang + 'const ' + name[1] + ' = () => [];' + body };
}`;

if (!('globSync' in fs)) register(`data:text/javascript,${encodeURIComponent(loader)}`);
