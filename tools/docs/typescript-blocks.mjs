import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

/**
 * Packages whose exports a block may use without importing them: a page that repeats the imports of
 * `@nestjs/common` in each example hides what it is about. The first that has a name gives it.
 */
const ASSUMED = [
  'nest-toolport',
  'nest-toolport/client',
  'nest-toolport/testing',
  'nest-toolport/redis',
  'nest-toolport/websocket',
  '@nestjs/common',
  '@nestjs/core',
  'class-validator',
  'class-transformer',
  '@nestjs/config',
  '@nestjs/passport',
  '@nestjs/throttler',
  '@nestjs-cls/transactional',
  '@nestjs-cls/transactional-adapter-drizzle-orm',
  'nestjs-cls',
  'nestjs-i18n',
  'zod',
];
/** Of zod one name: its others hide words of the language. */
const ONLY = new Map([['zod', ['z']]]);
/** What a class of which only a member is shown has besides. */
const MEMBERS = 'constructor(readonly orders: OrdersService) {}';
/** What the pages take as the reader's own: services, DTOs, guards. */
const VOCABULARY = resolve('tools/docs/vocabulary.d.ts');
const ASSUMPTIONS = resolve('docs/.blocks/assumptions.ts');

/** Type errors of all blocks, in one program against the library's sources, as `page:line: message`. */
export function typeErrors(blocks) {
  const files = new Map(toFiles(blocks).map((file) => [file.path, file]));
  const first = createProgram(new Map([[ASSUMPTIONS, { text: importsOf(ASSUMED) }]]), [
    ASSUMPTIONS,
  ]);
  const assumptions = { text: assumedNames(first, [...files.values()]) };
  const all = new Map([...files, [ASSUMPTIONS, assumptions]]);
  const program = createProgram(all, [...all.keys(), VOCABULARY], first);
  const checked = [...all.keys(), VOCABULARY].map((path) => program.getSourceFile(path));
  return checked
    .flatMap((source) => ts.getPreEmitDiagnostics(program, source))
    .map((diagnostic) => toLine(diagnostic, files));
}

/**
 * One module per block; a block that `continues` goes on with the one before on its page, `member`
 * stands for the body of a class.
 */
function toFiles(blocks) {
  const files = [];
  for (const { file, line, attributes, text } of blocks) {
    const code = attributes.includes('member') ? `class Example { ${MEMBERS} ${text}\n}` : text;
    const lines = code.split('\n').map((content, index) => ({ content, line: line + index }));
    const last = files.at(-1);
    if (attributes.includes('continues') && last?.page === file) last.lines.push(...lines);
    else files.push({ page: file, lines, path: resolve(`docs/.blocks/block-${files.length}.ts`) });
  }
  return files.map((file) => ({
    ...file,
    text: `${file.lines.map(({ content }) => content).join('\n')}\nexport {};\n`,
  }));
}

function createProgram(virtual, roots, old) {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, files: [], include: [] },
    ts.sys,
    '.',
  );
  const settings = {
    ...options,
    noEmit: true,
    incremental: false,
    declaration: false,
    rootDir: undefined,
  };
  delete settings.tsBuildInfoFile;
  const host = ts.createCompilerHost(settings);
  const real = { ...host };
  const kept = new Map();
  Object.assign(host, {
    directoryExists: (path) => path.endsWith('.blocks') || real.directoryExists(path),
    fileExists: (path) => virtual.has(path) || isReadersFile(path) || real.fileExists(path),
    readFile: (path) => virtual.get(path)?.text ?? real.readFile(path),
    getSourceFile(path, version, ...rest) {
      const text = virtual.get(path)?.text ?? (isReadersFile(path) ? readersFile(path) : undefined);
      if (text !== undefined) return ts.createSourceFile(path, text, version, true);
      const known =
        kept.get(path) ?? old?.getSourceFile(path) ?? real.getSourceFile(path, version, ...rest);
      kept.set(path, known);
      return known;
    },
  });
  return ts.createProgram({ rootNames: roots, options: settings, host, oldProgram: old });
}

/** Files of the reader's application that blocks import: `./app.module.js` and its like. */
function isReadersFile(path) {
  return /\.blocks\/(app\.module|configure-app)\.ts$/.test(path);
}

function readersFile(path) {
  return path.endsWith('app.module.ts')
    ? 'export class AppModule {}'
    : "import type { INestApplication } from '@nestjs/common';\nexport declare function configureApp(app: INestApplication): void;";
}

function importsOf(packages) {
  return packages.map((name, index) => `import * as p${index} from '${name}';`).join('\n');
}

/** A global alias for each name that some block uses and a package exports. */
function assumedNames(program, files) {
  const used = new Set(files.flatMap(({ text }) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
  const vocabulary = new Set(
    readFileSync(VOCABULARY, 'utf8').match(/(?<=(?:class|function|const|type|interface) )\w+/g),
  );
  const checker = program.getTypeChecker();
  const statements = program.getSourceFile(ASSUMPTIONS).statements;
  const owners = new Map();
  statements.forEach(({ moduleSpecifier }, index) => {
    const symbol = checker.getSymbolAtLocation(moduleSpecifier);
    if (!symbol) throw new Error(`${moduleSpecifier.text} is not installed`);
    const only = ONLY.get(moduleSpecifier.text);
    for (const exported of checker.getExportsOfModule(symbol)) {
      const { name } = exported;
      if (!used.has(name) || vocabulary.has(name) || owners.has(name)) continue;
      if (only && !only.includes(name)) continue;
      if (isTypeOnly(exported) && isGeneric(exported, checker)) continue;
      // An alias cannot stand for what was exported as a type.
      owners.set(
        name,
        isTypeOnly(exported)
          ? `type ${name} = p${index}.${name}`
          : `import ${name} = p${index}.${name}`,
      );
    }
  });
  const aliases = [...owners.values()].map((alias) => `  export ${alias};`);
  return `${importsOf(ASSUMED)}\ndeclare global {\n${aliases.join('\n')}\n}\n`;
}

function isGeneric(exported, checker) {
  const { declarations = [] } = checker.getAliasedSymbol(exported);
  return declarations.some(({ typeParameters = [] }) => typeParameters.length > 0);
}

function isTypeOnly({ declarations = [] }) {
  return declarations.some(
    (node) => ts.isExportSpecifier(node) && (node.isTypeOnly || node.parent.parent.isTypeOnly),
  );
}

function toLine({ file, start, messageText }, files) {
  const message = ts.flattenDiagnosticMessageText(messageText, '\n  ');
  if (!file) return message;
  const { line } = file.getLineAndCharacterOfPosition(start);
  const block = files.get(file.fileName);
  if (!block) return `${file.fileName}:${line + 1}: ${message}`;
  return `${block.page}:${block.lines[line]?.line ?? block.lines[0].line}: ${message}`;
}
