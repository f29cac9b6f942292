import type { Provider } from '@nestjs/common';
import { Languages } from '../i18n/languages.js';
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
