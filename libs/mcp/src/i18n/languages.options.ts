import type { McpMessageSource } from './message-source.js';

/** `McpModule.forRoot({ languages })`: titles and messages in the caller's language. */
export interface McpLanguagesOptions {
  /** The language of the words in the code; callers whom no other suits get it. @default 'en' */
  readonly default?: string;
  /** Where the files are: `<directory>/<language>/mcp.json`. Either this or `source`. */
  readonly directory?: string | URL;
  /** Where the words come from instead: `nestI18nSource(i18n)`, or your own. */
  readonly source?: McpMessageSource;
  /**
   * Also translate the descriptions of tools and arguments. They are read by the model, which was
   * tried out with the words in the code: other words may make it choose other tools.
   * @default false
   */
  readonly descriptions?: boolean;
}
