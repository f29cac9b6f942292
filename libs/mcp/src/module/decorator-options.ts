import type {
  CompletionTarget,
  McpPromptOptions,
  ResourceDeclaration,
} from '../decorators/primitive.options.js';
import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { BootReport } from '../errors/boot-report.js';
import {
  anything,
  flag,
  list,
  object,
  oneOf,
  problemsIn,
  text,
  time,
  whole,
  type Rule,
  type Rules,
} from './option-rules.js';

/** An empty text says as much as none. */
const words: Rule = (value) => (typeof value === 'string' ? undefined : 'a text');

const COMMON = {
  title: words,
  description: words,
  icons: list,
  visible: flag,
  tags: list,
  timeout: time(1),
  scopes: list,
  servers: list,
  _meta: object,
} as const;

const TOOL: Rules<McpToolOptions> = {
  ...COMMON,
  args: object,
  name: words,
  annotations: object,
  // A class, a Standard Schema (arktype's is a function) or a JSON Schema.
  input: anything,
  output: anything,
  include: list,
  exclude: list,
  constants: object,
  rename: object,
  headers: object,
  queryValues: oneOf('strings', 'typed'),
  routeMiddleware: oneOf('run', 'skip'),
};

const RESOURCE: Rules<ResourceDeclaration> = {
  ...COMMON,
  name: words,
  uri: words,
  mimeType: text,
  size: (value) => (value === 0 ? undefined : whole(value)),
  annotations: object,
  cache: object,
};

const PROMPT: Rules<McpPromptOptions> = { ...COMMON, args: object, name: words };

const COMPLETION: Rules<CompletionTarget> = {
  argument: text,
  prompt: text,
  resource: text,
  timeout: time(1),
};

const RULES = {
  McpTool: TOOL,
  McpResource: RESOURCE,
  McpPrompt: PROMPT,
  McpComplete: COMPLETION,
} as const;

/** Reports what is wrong with the options of decorators, which types do not see behind an `any`. */
export function checkDecorators(
  decorator: keyof typeof RULES,
  methods: readonly DiscoveredMethod<object>[],
  report: BootReport,
): void {
  for (const { options, metatype, methodName } of methods) {
    const place = `${metatype.name}.${methodName} @${decorator}`;
    for (const problem of problemsIn(options, RULES[decorator], (key) => `${place}({ ${key} })`))
      report.fault(problem);
  }
}
