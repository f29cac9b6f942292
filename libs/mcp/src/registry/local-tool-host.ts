import type { Tool } from './tool.js';

/** How a tool that is added at run time is served. */
export interface AddToolOptions {
  /** Guards of this tool beside the global ones; instances of Nest's `CanActivate`. */
  readonly guards?: readonly object[];
}

/** How a tool of another origin is served from the application's own endpoint. */
export interface ServeToolOptions extends AddToolOptions {
  /** Name of the registry's tool behind it, with which it is disabled. @default its own name */
  readonly of?: string;
}

/** What serves the application's own tools: whatever it takes in runs through its pipeline. */
export interface LocalToolHost {
  /** @throws McpError `MCP_TOOL_NAME_CONFLICT`, `MCP_TOOL_NAME_INVALID` */
  add(tool: Tool, options?: AddToolOptions): void;
  /** Takes out a tool that `add` brought in; tells whether there was one. */
  remove(name: string): boolean;
  /** Whether a tool of this name is listed and called, be there one already or not. */
  setEnabled(name: string, enabled: boolean): void;
}
