import type { ResourceServer } from '../auth/resource-server.js';
import { scopedPrompt, scopedResource, scopedTool } from '../auth/scoped-entry.js';
import type { Languages } from '../i18n/languages.js';
import { localisedEntry, type LocalisableEntry } from '../i18n/localised-entry.js';
import type { PromptEntry } from '../prompts/prompt-entry.js';
import type { FixedResourceEntry, TemplateEntry } from '../resources/resource-entry.js';
import type { ToolEntry } from '../tools/tool-entry.js';

/** What every entry goes through on its way into a table, wherever it comes from. */
export interface Finish {
  readonly tool: (entry: ToolEntry) => ToolEntry;
  readonly prompt: (entry: PromptEntry) => PromptEntry;
  readonly resource: <Entry extends FixedResourceEntry | TemplateEntry>(entry: Entry) => Entry;
}

/** Holds entries to their scopes and lets them speak the application's languages. */
export function finishWith(
  server: ResourceServer | undefined,
  languages: Languages | undefined,
): Finish {
  const inWords = <Entry extends LocalisableEntry>(entry: Entry): Entry =>
    languages ? localisedEntry(entry, languages) : entry;
  return {
    tool: (entry) => inWords(server ? scopedTool(entry, server) : entry),
    prompt: (entry) => inWords(server ? scopedPrompt(entry, server) : entry),
    resource: (entry) => inWords(server ? scopedResource(entry, server) : entry),
  };
}
