import type { Provider } from '@nestjs/common';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import type { BootReport } from '../errors/boot-report.js';
import { checkCatalogues } from '../i18n/check-catalogue.js';
import { Languages } from '../i18n/languages.js';
import type { PromptEntry } from '../prompts/prompt-entry.js';
import { LATEST_HANDSHAKE_VERSION } from '../protocol/revisions.js';
import type { ResourceEntry } from '../resources/resource-entry.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import type { McpModuleOptions } from './mcp.options.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Injection token of the languages; its value is undefined where there is but one. */
export const LANGUAGES = Symbol.for('toolport.languages');

/** What `languages` adds to the module. */
export const LANGUAGE_PROVIDERS: Provider[] = [
  {
    provide: LANGUAGES,
    useFactory: ({ languages }: McpModuleOptions) => languages && Languages.create(languages),
    inject: [MCP_MODULE_OPTIONS],
  },
];

/** Holds the catalogues against what this server, and the application's others, offer. */
export function checkWords(
  languages: Languages,
  offered: readonly (ToolEntry | PromptEntry | ResourceEntry)[],
  methods: readonly Pick<DiscoveredMethod<unknown>, 'metatype' | 'methodName'>[],
  report: BootReport,
): void {
  const operations = offered.map((entry) => ({
    operationId: entry.operationId,
    inputSchema: 'enforcedInput' in entry ? entry.enforcedInput : undefined,
    arguments: 'get' in entry ? entry.definitionFor(LATEST_HANDSHAKE_VERSION).arguments : undefined,
  }));
  const ids = methods.map(({ metatype, methodName }) => `${metatype.name}.${methodName}`);
  checkCatalogues(languages, operations, new Set(ids), report);
}
