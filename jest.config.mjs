// Our TypeScript and the ESM of node_modules are compiled to CommonJS for the test run only, so that
// CommonJS plugins of Nest load and jest.mock() hoists. `--experimental-vm-modules` (see package.json)
// is there for one reason: PGlite imports parts of itself dynamically.
const swc = (syntax) => [
  '@swc/jest',
  {
    swcrc: false,
    isModule: 'unknown',
    jsc: {
      target: 'es2023',
      keepClassNames: true,
      parser: { syntax, decorators: syntax === 'typescript' },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: syntax === 'typescript',
        useDefineForClassFields: true,
      },
    },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  },
];

// ESM-only packages that jest must compile; a package that also offers a "require" entry needs no line.
const esmOnly = ['@nestjs/', '@formatjs/', 'jose/', 'arktype/', 'arkregex/', '@ark/'];

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // Real servers, databases and child processes on a busy machine; a test that hangs still ends.
  testTimeout: 120_000,
  roots: ['<rootDir>/src', '<rootDir>/libs', '<rootDir>/test'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/libs/[^/]+/dist'],
  testRegex: '\\.(e2e-)?spec\\.ts$',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  setupFiles: ['reflect-metadata'],
  transform: { '\\.[cm]?ts$': swc('typescript'), '\\.m?js$': swc('ecmascript') },
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')}))`],
  moduleNameMapper: {
    '^nest-toolport$': '<rootDir>/libs/mcp/src/index.ts',
    '^nest-toolport/(testing|client|redis|websocket)$': '<rootDir>/libs/mcp/src/$1.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  // Both cores of a small machine: jest would leave one idle.
  maxWorkers: '100%',
  coverageProvider: 'v8',
  collectCoverageFrom: [
    'src/**/*.ts',
    'libs/*/src/**/*.ts',
    '!**/*.spec.ts',
    '!src/{main,stdio}.ts',
  ],
  workerIdleMemoryLimit: '768MB',
};
