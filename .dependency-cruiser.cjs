/**
 * Which folder of the library may import which (docs/architecture.md has the reasons). A folder that
 * is not in this table fails `npm run deps`: add a row before the first file.
 */
const LIBRARY = '^libs/mcp/src/';
const PRIMITIVES = 'tools|resources|prompts|completions';
const UP_TO_PIPELINE = ['protocol', 'errors', 'context', 'decorators', 'discovery', 'schema'];

const MAY_IMPORT = {
  protocol: [],
  errors: ['protocol'],
  context: ['protocol', 'errors'],
  wire: ['protocol', 'errors'],
  decorators: ['protocol', 'errors', 'context'],
  discovery: ['protocol', 'errors', 'context', 'decorators'],
  schema: ['protocol', 'errors', 'decorators'],
  registry: ['protocol', 'errors', 'context', 'wire'],
  pipeline: [...UP_TO_PIPELINE, 'wire'],
  tools: [...UP_TO_PIPELINE, 'pipeline', 'registry'],
  telemetry: ['protocol', 'errors', 'context', 'wire', 'tools'],
  resources: [...UP_TO_PIPELINE, 'pipeline', 'registry'],
  prompts: [...UP_TO_PIPELINE, 'pipeline', 'registry'],
  completions: [...UP_TO_PIPELINE, 'pipeline', 'registry'],
  server: ['protocol', 'errors', 'context', 'wire', 'registry'],
  auth: ['protocol', 'errors', 'context', 'wire'],
  i18n: ['protocol', 'errors', 'context', 'wire'],
  transports: ['protocol', 'errors', 'context', 'wire', 'server', 'auth', 'i18n'],
  client: ['protocol', 'errors', 'context', 'wire', 'registry'],
  inspector: ['protocol', 'errors', 'wire', 'server', 'transports'],
  redis: ['protocol', 'errors', 'context', 'wire', 'server'],
  module: ['.*'],
  testing: ['.*'],
  cli: ['.*'],
};

/** Beyond its folders, a folder may see these files only. */
const MAY_SEE = {
  // The server knows the finished tables, never how they are filled.
  server: [`(${PRIMITIVES})/[^/]*(table|entry)\\.ts$`],
};

const WITHOUT_NEST = [
  'protocol',
  'errors',
  'context',
  'wire',
  'schema',
  'registry',
  'server',
  'auth',
  'i18n',
];

const published = require('./libs/mcp/package.json');
const declared = Object.keys({ ...published.dependencies, ...published.peerDependencies });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([folder, others]) => ({
      name: `direction-of-${folder}`,
      comment: `${folder}/ imports only ${others.join(', ') || 'itself'}.`,
      severity: 'error',
      from: { path: `${LIBRARY}${folder}/` },
      to: {
        path: LIBRARY,
        pathNot: [
          ...[folder, ...others].map((other) => `${LIBRARY}${other}/`),
          ...(MAY_SEE[folder] ?? []).map((file) => `${LIBRARY}${file}`),
        ],
      },
    })),
    {
      name: 'no-cycle',
      comment: 'Imports run one way; imports of types count.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-broken-import',
      comment: 'What is imported exists.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-nest-in-the-core',
      comment: 'The protocol server runs without Nest.',
      severity: 'error',
      // A file that needs Nest in a folder that does not says so in its name.
      from: { path: `${LIBRARY}(${WITHOUT_NEST.join('|')})/`, pathNot: '\\.nest\\.ts$' },
      to: { path: '(^|/)@nestjs/' },
    },
    {
      name: 'nobody-imports-an-entry-point',
      comment: 'index.ts and its like are for users: inside, import the file that owns the name.',
      severity: 'error',
      from: { path: LIBRARY },
      to: { path: `${LIBRARY}[^/]+\\.ts$` },
    },
    {
      name: 'only-declared-packages',
      comment: 'What the library imports stands in libs/mcp/package.json.',
      severity: 'error',
      from: { path: LIBRARY },
      to: {
        dependencyTypesNot: ['core', 'local', 'unknown'],
        pathNot: [LIBRARY, `node_modules/(${declared.join('|')})/`],
      },
    },
    {
      name: 'sample-is-a-user',
      comment: 'The sample application uses what is published.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: LIBRARY, pathNot: `${LIBRARY}[^/]+\\.ts$` },
    },
    {
      name: 'library-knows-no-sample',
      severity: 'error',
      from: { path: LIBRARY },
      to: { path: '^(src|test)/' },
    },
  ],
  options: {
    exclude: { path: '\\.spec\\.ts$' },
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
