import { EntryTable } from '../registry/entry-table.js';
import type { ToolEntry } from './tool-entry.js';

/** The tools that the server serves: name → entry. */
export class ToolTable extends EntryTable<ToolEntry> {
  protected override conflict(name: string) {
    return { ...super.conflict(name), code: 'MCP_TOOL_NAME_CONFLICT' };
  }
}
