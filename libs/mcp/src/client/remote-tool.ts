import type { Tool as RemoteDefinition } from '@modelcontextprotocol/client';
import type { JsonSchemaObject, ToolAnnotations } from '../protocol/messages.js';
import type { ExecuteOptions, Tool, ToolResult } from '../registry/tool.js';

/** Calls a tool of a remote server by the server's own name for it. */
export type CallRemoteTool = (
  tool: string,
  args: Readonly<Record<string, unknown>>,
  options?: ExecuteOptions,
) => Promise<ToolResult>;

/** Another server's tool, with the interface of one of our own. */
export class RemoteTool implements Tool {
  /** For people, as the server gives it. */
  readonly title?: string;
  /** For the model, as the server gives it. */
  readonly description?: string;
  /** As the server gives it; a `$ref` is never fetched. */
  readonly inputSchema: JsonSchemaObject;
  /** As the server gives it. */
  readonly outputSchema?: JsonSchemaObject;
  /** The server's own word: trust it as far as the server. */
  readonly annotations?: ToolAnnotations;
  /** The server's own name of the tool. */
  readonly remoteName: string;
  readonly #call: CallRemoteTool;

  /** @param name with us; @param origin key of the server */
  constructor(
    /** `mcp_{server}_{tool}`, unless the configuration renames it. */
    readonly name: string,
    /** The key of its server. */
    readonly origin: string,
    definition: RemoteDefinition,
    call: CallRemoteTool,
  ) {
    const { title, description, inputSchema, outputSchema, annotations } = definition;
    this.remoteName = definition.name;
    this.title = title ?? annotations?.title;
    this.description = description;
    // As they came: a `$ref` is neither fetched nor replaced, so a recursive schema stays finite.
    this.inputSchema = inputSchema;
    this.outputSchema = outputSchema;
    this.annotations = annotations;
    this.#call = call;
  }

  /**
   * Calls the tool on its server.
   *
   * @throws RemoteError where no answer could be had; a failed operation is a result with
   *   `success: false`
   */
  execute(args: Readonly<Record<string, unknown>>, options?: ExecuteOptions): Promise<ToolResult> {
    return this.#call(this.remoteName, args, options);
  }
}
