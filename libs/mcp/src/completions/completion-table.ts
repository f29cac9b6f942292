import { EntryTable } from '../registry/entry-table.js';
import type { CompletionEntry } from './completion-entry.js';

/** What can be completed: `completionKey` → entry. */
export class CompletionTable extends EntryTable<CompletionEntry> {
  protected override conflict(key: string) {
    return { ...super.conflict(key), code: 'MCP_COMPLETION_CONFLICT' };
  }
}
