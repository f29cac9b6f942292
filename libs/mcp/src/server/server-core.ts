import type { CacheHint } from '../protocol/caching.js';
import type { CompletionTable } from '../completions/completion-table.js';
import type { PromptTable } from '../prompts/prompt-table.js';
import type { ResourceTable } from '../resources/resource-table.js';
import type { ToolTable } from '../tools/tool-table.js';
import type { McpBus } from './bus/mcp-bus.js';
import type { RunningCalls } from './calls/running-calls.js';
import type { ChangeHub } from './changes/change-hub.js';
import type { OpenStreams } from './changes/open-streams.js';
import type { ServerStamp } from './dialects/dialect.js';
import type { KeyRing } from './keys/key-ring.js';
import type { McpServerOptions } from './server.options.js';
import type { Sessions } from './sessions/sessions.js';

/** What the server serves; a table that is left out is a primitive that is not offered. */
export interface ServerTables {
  readonly tools: ToolTable;
  readonly resources?: ResourceTable;
  readonly prompts?: PromptTable;
  readonly completions?: CompletionTable;
}

/** The parts of a server that its methods work with. */
export interface ServerCore {
  readonly options: McpServerOptions;
  readonly tables: ServerTables;
  readonly calls: RunningCalls;
  /** Who answers, for `_meta` of results. */
  readonly stamp: ServerStamp;
  /** What a client may keep of lists that do not depend on the caller. */
  readonly listCache: CacheHint;
  /** Sign what a client keeps for us while it gathers answers. */
  readonly stateKeys: KeyRing;
  readonly changes: ChangeHub;
  readonly streams: OpenStreams;
  /** Undefined where sessions are off. */
  readonly sessions?: Sessions;
  readonly bus: McpBus;
  /** No longer tells anybody of changes. */
  readonly stopWatching: () => void;
  /** Told about what failed beside any answer. */
  readonly onFailure: (error: unknown) => void;
  readonly onMasked: (error: unknown, reference: string) => void;
}
