import { EntryTable } from '../registry/entry-table.js';
import type { ToolEntry } from './tool-entry.js';

/** The tools that the server serves: name → entry. */
export class ToolTable extends EntryTable<ToolEntry> {
  readonly #finished = new WeakSet<ToolEntry>();

  /** @param finish what every entry goes through, wherever it comes from: scopes, languages */
  constructor(private readonly finish: (entry: ToolEntry) => ToolEntry = (entry) => entry) {
    super();
  }

  /** @throws SetupError where the name is taken */
  override add(entry: ToolEntry): void {
    // One that was taken out and comes back is finished already.
    const finished = this.#finished.has(entry) ? entry : this.finish(entry);
    this.#finished.add(finished);
    super.add(finished);
  }

  protected override conflict(name: string) {
    return { ...super.conflict(name), code: 'MCP_TOOL_NAME_CONFLICT' };
  }
}
