import type { ContentBlock, JsonSchemaObject, ToolAnnotations } from '../protocol/messages.js';

/** How a tool is executed through the registry. */
export interface ExecuteOptions {
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
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** What a tool answered, local or remote alike. */
export interface ToolResult {
  readonly success: boolean;
  readonly content: readonly ContentBlock[];
  /** The structured half of the answer, where there is one. */
  readonly structured?: unknown;
  /** The answer's `_meta`, where there is one. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A tool as an agent sees it: one interface for our own and for other servers' tools. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly annotations?: ToolAnnotations;
  /** `local`, or the key of the remote server. */
  readonly origin: string;
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<ToolResult>;
}
