/**
 * The applications that install the packed library, as people have them: NestJS 11 with CommonJS and
 * ts-jest, as most are; NestJS 12 with ESM, as it now scaffolds.
 *
 * Applications of one NestJS version share an installation, one folder up.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATE = 'test/consumers/template';

/** What is installed, by folder: none of the library's optional peers but class-validator. */
export const INSTALLATIONS = {
  nest11: {
    ...nest('^11.2.0', '^11.2.0'),
    typescript: '~5.9.3',
    '@nestjs/cli': '^11.0.0',
    '@nestjs/schematics': '^11.0.0',
    'ts-jest': '^29.4.0',
  },
  nest12: {
    ...nest('^12.5.0', '^12.1.0'),
    typescript: '~6.0.3',
    '@nestjs/cli': '^12.0.0',
    '@nestjs/schematics': '^12.0.0',
    '@swc/cli': '^0.8.0',
    '@swc/core': '^1.16.0',
    '@swc/jest': '^0.2.39',
    vitest: '^4.1.2',
  },
};

/**
 * `nodes`: further versions of Node that serve the application over HTTP; `vitest`: the one on which its
 * test runs in Vitest as well.
 */
export const APPLICATIONS = {
  'nest11-cjs': { in: 'nest11', jest: 'ts-jest', schematic: true, nodes: [20, 22, 24] },
  'nest11-cjs-fastify': { in: 'nest11', fastify: true },
  'nest12-esm': {
    in: 'nest12',
    esm: true,
    jest: 'swc',
    vitest: 22,
    bothFormats: true,
    twoCopies: true,
    schematic: true,
    nodes: [20, 22, 24],
  },
  'nest12-cjs': { in: 'nest12' },
  'nest12-swc': { in: 'nest12', esm: true, builder: 'swc' },
  'nest12-esm-strict': { in: 'nest12', esm: true, checkLibraries: true },
};

function nest(version, testing) {
  return {
    '@nestjs/common': version,
    '@nestjs/core': version,
    '@nestjs/platform-express': version,
    '@nestjs/platform-fastify': version,
    '@nestjs/testing': testing,
    'class-transformer': '^0.5.1',
    'class-validator': '^0.15.1',
    'reflect-metadata': '^0.2.2',
    rxjs: '^7.8.2',
    '@types/express': '^5.0.0',
    '@types/jest': '^30.0.0',
    '@types/node': '^20.19.0',
    jest: '^30.0.0',
  };
}

/** Writes the application's sources and settings into `folder`. */
export function createApplication(folder, name, application) {
  mkdirSync(join(folder, 'src'), { recursive: true });
  const write = (file, value) =>
    writeFileSync(
      join(folder, file),
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    );
  write('package.json', { name, private: true, ...(application.esm ? { type: 'module' } : {}) });
  write('tsconfig.json', compilerOptions(application));
  write('nest-cli.json', {
    collection: '@nestjs/schematics',
    sourceRoot: 'src',
    compilerOptions: { builder: application.builder ?? 'tsc' },
  });
  if (application.jest) {
    write(`jest.config.${application.esm ? 'mjs' : 'cjs'}`, jestConfig(application));
  }
  if (application.vitest) write('vitest.config.mjs', VITEST_CONFIG);
  for (const file of readdirSync(TEMPLATE).filter((one) => isPartOf(one, application))) {
    const text = readFileSync(join(TEMPLATE, file), 'utf8');
    write(join('src', file.replace(/\.tpl$/, '')), filled(text, application));
  }
}

function isPartOf(file, { jest, checkLibraries, bothFormats }) {
  if (file.includes('.spec.')) return jest !== undefined;
  if (/^(every-name|inferred-types)/.test(file)) return checkLibraries === true;
  if (file.startsWith('both-formats')) return bothFormats === true;
  return true;
}

function filled(text, { in: installation, fastify }) {
  const adapter = "import { FastifyAdapter } from '@nestjs/platform-fastify';\n";
  return text
    .replaceAll('__EXT__', installation === 'nest12' ? '.js' : '')
    .replace('__ADAPTER_IMPORT__', fastify ? adapter : '')
    .replace('__ADAPTER__', fastify ? 'new FastifyAdapter(), ' : '');
}

function compilerOptions({ in: installation, esm, checkLibraries, jest }) {
  const legacy = { module: 'commonjs', moduleResolution: 'node10' };
  const module = esm || installation === 'nest12' ? { module: 'nodenext' } : legacy;
  return {
    compilerOptions: {
      ...module,
      target: 'ES2023',
      lib: ['ES2023'],
      types: ['node', ...(jest ? ['jest'] : [])],
      rootDir: './src',
      outDir: './dist',
      strict: true,
      skipLibCheck: checkLibraries !== true,
      // What the compiler infers must have a public name to be written down.
      declaration: checkLibraries === true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      esModuleInterop: true,
    },
    include: ['src'],
  };
}

/** What NestJS 12 scaffolds. */
const VITEST_CONFIG =
  "export default { test: { globals: true, include: ['src/**/*.spec.ts'] } };\n";

/** With ts-jest what NestJS 11 scaffolds; with swc, all of NestJS 12 is compiled to CommonJS. */
function jestConfig({ jest, esm }) {
  const swc = (syntax) => [
    '@swc/jest',
    {
      swcrc: false,
      jsc: {
        target: 'es2022',
        parser: { syntax, decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true },
      },
      module: { type: 'commonjs' },
    },
  ];
  const compiled = {
    transform: { '\\.ts$': swc('typescript'), '\\.m?js$': swc('ecmascript') },
    transformIgnorePatterns: ['/node_modules/(?!@nestjs/)'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  };
  const config = {
    testEnvironment: 'node',
    roots: ['<rootDir>/src'],
    ...(jest === 'swc' ? compiled : { transform: { '^.+\\.(t|j)s$': 'ts-jest' } }),
  };
  return `${esm ? 'export default' : 'module.exports ='} ${JSON.stringify(config, null, 2)};\n`;
}
