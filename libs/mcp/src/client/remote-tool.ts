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
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchemaObject;
  readonly annotations?: ToolAnnotations;
  /** The server's own name of the tool. */
  readonly remoteName: string;
  readonly #call: CallRemoteTool;

  /** @param name with us; @param origin key of the server */
  constructor(
    readonly name: string,
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
