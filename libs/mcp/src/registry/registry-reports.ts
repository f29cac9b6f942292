import type { Tool } from './tool.js';

/** What changed, by name; `changed` tools kept their name and got another definition. */
export interface ToolsChanged {
  /** New names. */
  readonly added: readonly string[];
  /** Names that are gone. */
  readonly removed: readonly string[];
  /** The same names, other definitions. */
  readonly changed: readonly string[];
}

/** Where a registry reports what is nobody's fault in particular. */
export interface ToolRegistryReports {
  /** Two sources claim one name; `loser` stays out of the registry. Told once per tool. */
  readonly onConflict?: (winner: Tool, loser: Tool) => void;
  /** A change listener threw or rejected; without this, what it threw goes to whoever made the change. */
  readonly onListenerError?: (error: unknown) => void;
}
