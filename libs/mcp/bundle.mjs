import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { rollup } from 'rollup';

/**
 * Makes one file of each entry point, with chunks for what several of them share: an application
 * spends a quarter of a second on loading some 350 modules one by one, and 50 ms on these.
 *
 * @param modules folder of the compiled modules (ESM)
 * @param dist folder of the package; CommonJS goes to `cjs` in it
 * @param entries names of the entry points that both formats have
 * @param bins names of those that are ESM alone
 */
export async function bundle(modules, dist, { entries, bins }) {
  const common = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' };
  await write(modules, [...entries, ...bins], { ...common, format: 'es', dir: dist });
  await write(modules, entries, {
    ...common,
    format: 'cjs',
    dir: join(dist, 'cjs'),
    exports: 'named',
    interop: 'auto',
    // As a `require()` it works under a test runner too, which may know no `import()` in CommonJS.
    dynamicImportInCjs: false,
  });
}

async function write(modules, entries, output) {
  const made = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, join(modules, `${name}.js`)])),
    external: (specifier) => !specifier.startsWith('.') && !isAbsolute(specifier),
    // Nothing of the library acts on being imported.
    treeshake: { moduleSideEffects: false },
    onLog: (_level, log) => {
      // How the compiler's helpers ask for one another.
      if (log.code !== 'THIS_IS_UNDEFINED') throw new Error(log.message);
    },
  });
  const { output: files } = await made.write(output);
  await made.close();
  assertNamesKept(modules, files);
}

/** A class whose name is taken in its file would be given another, which users see: in logs, in errors. */
function assertNamesKept(modules, files) {
  const sources = readdirSync(modules, { recursive: true }).filter((file) => file.endsWith('.js'));
  const given = new Set(
    sources.flatMap((file) => classesIn(readFileSync(join(modules, file), 'utf8'))),
  );
  const renamed = files.flatMap(({ code }) => classesIn(code)).filter((name) => !given.has(name));
  if (renamed.length > 0) throw new Error(`bundling would rename: ${renamed.join(', ')}`);
}

function classesIn(code) {
  return [...code.matchAll(/\bclass ([\w$]+)(?: extends [\w.$]+)? \{/g)].map(([, name]) => name);
}
