import type { Tool } from './tool.js';

/** Which tools are meant; every member that is given must hold. */
export interface ToolFilter {
  /** `local`, the key of a remote server, or several of them. */
  readonly origin?: string | readonly string[];
  /** Exactly these names. */
  readonly names?: readonly string[];
  /** Anything else; an error in it is the caller's. */
  readonly match?: (tool: Tool) => boolean;
}

export function matchesFilter(tool: Tool, filter: ToolFilter): boolean {
  const { origin, names, match } = filter;
  if (origin !== undefined && ![origin].flat().includes(tool.origin)) return false;
  if (names !== undefined && !names.includes(tool.name)) return false;
  return match === undefined || match(tool);
}
