import { transformSync } from '@swc/core';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/** The exports of a module, by name. */
export type ModuleExports = Record<string, unknown>;

/** Turns the corpus's sources into CommonJS, by file name. */
export type Compiler = (files: readonly string[]) => ReadonlyMap<string, string>;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  esModuleInterop: true,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/** The whole program with its types, as `tsc` and `nest build` see it. */
export const tsc: Compiler = (files) => {
  const emitted = new Map<string, string>();
  const program = ts.createProgram(files, {
    ...OPTIONS,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  program.emit(undefined, (file, text) => {
    if (file.endsWith('.dto.js')) emitted.set(basename(file), text);
  });
  return emitted;
};

/** File by file, as ts-jest does it with `isolatedModules`. */
export const isolatedTsc: Compiler = eachFile(
  (source) =>
    ts.transpileModule(source, {
      compilerOptions: { ...OPTIONS, module: ts.ModuleKind.CommonJS, isolatedModules: true },
    }).outputText,
);

/** As `nest build --builder swc` and `@swc/jest` do it. */
export const swc: Compiler = eachFile(
  (source) =>
    transformSync(source, {
      swcrc: false,
      jsc: {
        target: 'es2023',
        keepClassNames: true,
        parser: { syntax: 'typescript', decorators: true },
        transform: {
          legacyDecorator: true,
          decoratorMetadata: true,
          useDefineForClassFields: true,
        },
      },
      module: { type: 'commonjs' },
    }).code,
);

function eachFile(compile: (source: string) => string): Compiler {
  return (files) =>
    new Map(
      files.map((file) => [
        basename(file).replace(/\.ts$/, '.js'),
        compile(readFileSync(file, 'utf8')),
      ]),
    );
}

/** Compiles the DTO files of a folder and runs them; all exports together. */
export function loadCompiled(folder: string, compiler: Compiler): ModuleExports {
  const files = readdirSync(folder).filter((file) => file.endsWith('.dto.ts'));
  const sources = compiler(files.map((file) => join(folder, file)));
  const loaded = new Map<string, ModuleExports>();
  const load = (request: string): unknown => {
    const name = basename(request);
    if (!request.startsWith('.')) return require(request) as unknown;
    const known = loaded.get(name);
    if (known) return known;
    const module = { exports: {} as ModuleExports };
    loaded.set(name, module.exports);
    // The compilers' output is CommonJS: a function of its module's own require and exports.
    // eslint-disable-next-line no-new-func, typescript/no-implied-eval
    new Function('require', 'exports', 'module', sources.get(name) ?? '')(
      load,
      module.exports,
      module,
    );
    return module.exports;
  };
  return Object.assign(
    {},
    ...[...sources.keys()].map((name) => load(`./${name}`)),
  ) as ModuleExports;
}
