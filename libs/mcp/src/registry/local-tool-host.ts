import type { Tool } from './tool.js';

/** How a tool that is added at run time is served. */
export interface AddToolOptions {
  /** Guards of this tool beside the global ones; instances of Nest's `CanActivate`. */
  readonly guards?: readonly object[];
}

/** What serves the application's own tools: whatever it takes in runs through its pipeline. */
export interface LocalToolHost {
  /** @throws McpError `MCP_TOOL_NAME_CONFLICT`, `MCP_TOOL_NAME_INVALID` */
  add(tool: Tool, options?: AddToolOptions): void;
  /** Takes out a tool that `add` brought in; tells whether there was one. */
  remove(name: string): boolean;
  /** Takes a tool off the list and refuses its calls, or puts it back; tells whether it is known. */
  setEnabled(name: string, enabled: boolean): boolean;
}
