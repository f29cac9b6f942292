import type { ContentBlock, JsonSchemaObject, ToolAnnotations } from '../protocol/messages.js';

/** How a tool is executed through the registry. */
export interface ExecuteOptions {
  /** Cancels the call, on the remote server too. */
  readonly signal?: AbortSignal;
  /** Who calls; a local tool's guards see it as `request.user`. */
  readonly caller?: unknown;
  /** Milliseconds; a remote tool's own limit for this call, which progress extends. */
  readonly timeout?: number;
  /** Told how far the call is, where the tool says so. */
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** How far a call is, in any unit. */
export interface ToolProgress {
  /** Grows with each report. */
  readonly progress: number;
  /** What `progress` will be at the end, where that is known. */
  readonly total?: number;
  /** For people. */
  readonly message?: string;
}

/** What a tool answered, local or remote alike. */
export interface ToolResult {
  /** False: the operation failed, and `content` says why. */
  readonly success: boolean;
  /** What the model reads. */
  readonly content: readonly ContentBlock[];
  /** The structured half of the answer, where there is one. */
  readonly structured?: unknown;
  /** The answer's `_meta`, where there is one. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A tool as an agent sees it: one interface for our own and for other servers' tools. */
export interface Tool {
  /** Unique in the registry. */
  readonly name: string;
  /** For people. */
  readonly title?: string;
  /** For the model. */
  readonly description?: string;
  /** Of the arguments. */
  readonly inputSchema: JsonSchemaObject;
  /** Of `structured`. */
  readonly outputSchema?: JsonSchemaObject;
  /** Hints: what it may change. */
  readonly annotations?: ToolAnnotations;
  /** `local`, or the key of the remote server. */
  readonly origin: string;
  /** Calls it; rejects where no answer could be had. */
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<ToolResult>;
}
