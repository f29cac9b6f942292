import type { McpCallContext } from '../context/call-context.js';
import type { MethodSource } from '../pipeline/method-source.js';
import type { GetPromptResult, PromptDefinition } from '../protocol/definitions.js';
import type { ProtocolVersion } from '../protocol/revisions.js';

/** A living prompt: its wire definition and the finished function behind it. Frozen. */
export interface PromptEntry {
  /** Unique on its server. */
  readonly name: string;
  /** `Class.method`, or `Module/Class.method` where two classes share a name. */
  readonly operationId: string;
  /** Where it comes from and what guards it; undefined where no method of the application does. */
  readonly source?: MethodSource;
  /** Words to choose it by. */
  readonly tags: readonly string[];
  /** False: answers as unknown. */
  readonly visible: boolean;
  /** Milliseconds; overrides the server's. */
  readonly timeout?: number;
  /** OAuth scopes that it needs. */
  readonly scopes: readonly string[];
  /** The definition that a client of this revision gets; its arguments' `required` is enforced. */
  definitionFor(version: ProtocolVersion, language?: string): PromptDefinition;
  /**
   * Runs the whole pipeline. Rejects with an `McpError` where the operation failed, a
   * `ProtocolError`, or an input request on its way.
   *
   * @param args strings alone, as the protocol has it
   */
  get(args: Readonly<Record<string, string>>, call: McpCallContext): Promise<GetPromptResult>;
  /**
   * Asks scopes and guards, and runs nothing: before a caller is told what is wrong with the request.
   * Rejects as `get` does where they refuse; undefined: nobody is asked.
   */
  admit?(args: Readonly<Record<string, string>>, call: McpCallContext): Promise<void>;
  /** Whether this caller is shown the prompt; undefined: all are. */
  isListedFor?(call: McpCallContext): Promise<boolean>;
}
