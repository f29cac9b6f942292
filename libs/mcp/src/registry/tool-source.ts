import type { Tool } from './tool.js';

/** Whatever brings tools along: the application's own table, or one remote server. */
export interface ToolSource {
  /** `local`, or the key of the remote server; unique within a registry. */
  readonly origin: string;
  /** All tools as they are now. */
  tools(): readonly Tool[];
  /** Calls `listener` after each change of `tools()`; gives back the function that ends it. */
  onChange(listener: () => void): () => void;
}

/** The origin of the application's own tools. */
export const LOCAL_ORIGIN = 'local';
