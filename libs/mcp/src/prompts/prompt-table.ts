import { EntryTable } from '../registry/entry-table.js';
import type { PromptEntry } from './prompt-entry.js';

/** The prompts that the server serves: name → entry. */
export class PromptTable extends EntryTable<PromptEntry> {
  protected override conflict(name: string) {
    return { ...super.conflict(name), code: 'MCP_PROMPT_NAME_CONFLICT' };
  }
}
