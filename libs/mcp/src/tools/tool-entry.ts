import type { McpCallContext } from '../context/call-context.js';
import type { MethodSource } from '../pipeline/method-source.js';
import type { CallToolResult, JsonSchemaObject, ToolDefinition } from '../protocol/messages.js';
import type { ProtocolVersion } from '../protocol/revisions.js';

/** A living tool: its wire definition and the finished function behind it. Frozen. */
export interface ToolEntry {
  /** As it is served. */
  readonly name: string;
  /** `Class.method`, or `Module/Class.method` where two classes share a name. */
  readonly operationId: string;
  /** Where it comes from and what guards it; undefined where no method of the application does. */
  readonly source?: MethodSource;
  /** Of the decorator. */
  readonly tags: readonly string[];
  /** False: answers as unknown. */
  readonly visible: boolean;
  /** Milliseconds; overrides the server's. */
  readonly timeout?: number;
  /** OAuth scopes that a call needs. */
  readonly scopes: readonly string[];
  /** The input schema with the words of its author, as calls are held to it. */
  readonly enforcedInput?: JsonSchemaObject;
  /** The definition that a client of this revision gets, in a language of the application. */
  definitionFor(version: ProtocolVersion, language?: string): ToolDefinition;
  /**
   * Runs the whole pipeline. A failed operation is a result; rejects only with a `ProtocolError`
   * (a refusal that must fail the whole message) or an input request on its way to the server.
   */
  invoke(args: Readonly<Record<string, unknown>>, call: McpCallContext): Promise<CallToolResult>;
  /** Whether this caller is shown the tool (`visibility: 'guarded'`, scopes); undefined: to all. */
  isListedFor?(call: McpCallContext): Promise<boolean>;
}
