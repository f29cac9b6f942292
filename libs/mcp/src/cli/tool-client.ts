import type { RpcParams, RpcResponse } from '../protocol/json-rpc.js';
import type { CallToolResult, ToolDefinition } from '../protocol/messages.js';
import { CliError } from './cli.error.js';

/** One request, and its answer: over HTTP, or by hand of a server in this process. */
export type Exchange = (request: ToolRequest) => Promise<RpcResponse>;

/** A request as it goes out. */
export interface ToolRequest {
  readonly jsonrpc: '2.0';
  readonly id: number;
  readonly method: string;
  readonly params: RpcParams;
}

/** The methods that the command needs, on whatever connection. */
export class ToolClient {
  #lastId = 0;

  /** @param close ends the connection, or the application */
  constructor(
    private readonly exchange: Exchange,
    readonly close: () => Promise<void>,
  ) {}

  /** All tools that the caller is shown, page by page. */
  async list(): Promise<readonly ToolDefinition[]> {
    const tools: ToolDefinition[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = (await this.request('tools/list', params)) as Partial<ToolPage>;
      if (!Array.isArray(page.tools)) throw new CliError('tools/list was answered without tools');
      tools.push(...page.tools);
      cursor = page.nextCursor;
      // A server that gives the same page for ever would be listed for ever.
      if (cursor !== undefined && seen.has(cursor)) throw new CliError('tools/list repeats a page');
      if (cursor !== undefined) seen.add(cursor);
    } while (cursor !== undefined);
    return tools;
  }

  /** The tool of that name. @throws CliError naming those that there are */
  async find(name: string): Promise<ToolDefinition> {
    const tools = await this.list();
    const tool = tools.find((one) => one.name === name);
    if (tool) return tool;
    const names = tools.map((one) => one.name).join(', ') || 'none';
    throw new CliError(`No tool "${name}" is shown to this caller; there is: ${names}`);
  }

  /** Calls a tool; a failed operation is a result with `isError`. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
    return (await this.request('tools/call', { name, arguments: args })) as CallToolResult;
  }

  /** @throws CliError where it was answered by a JSON-RPC error */
  async request(method: string, params: RpcParams): Promise<object> {
    const answer = await this.exchange({ jsonrpc: '2.0', id: ++this.#lastId, method, params });
    if (!('error' in answer)) return answer.result;
    const { code, message } = answer.error;
    throw new CliError(`${method} was refused: ${message} (${code})`);
  }
}

interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}
