import type { INestApplicationContext } from '@nestjs/common';
import { chosenServer } from '../module/chosen-server.js';
import type { ElicitResult } from '../protocol/elicitation.js';
import type {
  FormRequestParams,
  InputRequest,
  UrlRequestParams,
} from '../protocol/input-requests.js';
import {
  isNotification,
  type RpcErrorObject,
  type RpcMessage,
  type RpcNotification,
  type RpcParams,
  type RpcResponse,
} from '../protocol/json-rpc.js';
import {
  META,
  type CallToolResult,
  type ProgressParams,
  type ToolDefinition,
} from '../protocol/messages.js';
import { FIRST_STATELESS_VERSION } from '../protocol/revisions.js';
import type { McpServer } from '../server/mcp-server.js';
import { serialiseMessage } from '../server/serialise-message.js';

/** Who the client is. */
export interface McpTestClientOptions {
  /** Key of the server, where the application has several. @default the one without a key */
  readonly server?: string;
  /** Request headers of every call, e.g. `{ authorization: 'Bearer …' }`; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What the client can do; `{ elicitation: {} }` to be asked.
   *
   * @default forms and pages where there is `onElicit`, else nothing
   */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Answers the questions of `call.elicit()`; without it a call that asks ends as `input_required`. */
  readonly onElicit?: McpTestAnswer;
}

/** The user of a test: is asked a question and answers it. */
export type McpTestAnswer = (
  question: FormRequestParams | UrlRequestParams,
) => ElicitResult | Promise<ElicitResult>;

/** One call. */
export interface McpTestCallOptions {
  /** Beside the client's own headers, and stronger. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cancels the call, as a client that goes away. */
  readonly signal?: AbortSignal;
  /** Told of each `notifications/progress` of the call. */
  readonly onProgress?: (progress: ProgressParams) => void;
  /** Further members of the request's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The server refused a message: a JSON-RPC error. */
export class McpTestError extends Error {
  /** JSON-RPC `error.code`. */
  readonly code: number;
  /** JSON-RPC `error.data`. */
  readonly data: unknown;

  /** @param status HTTP status that the answer would have had */
  constructor(
    error: RpcErrorObject,
    /** HTTP status that the answer would have had. */
    readonly status: number,
  ) {
    super(error.message);
    this.name = 'McpTestError';
    this.code = error.code;
    this.data = error.data;
  }
}

/**
 * A client for tests: in process, no port, the whole pipeline.
 *
 * @param app created and initialised (`await app.init()`), listening or not
 * @throws SetupError `MCP_SERVER_UNKNOWN` where `server` must name one of several, or names none
 *
 * @example
 * ```ts
 * const client = createMcpTestClient(app, { headers: { authorization: 'ApiKey dev-writer-key' } });
 * const result = await client.callTool('orders_create', { productId: 1, quantity: 2 });
 * ```
 */
export function createMcpTestClient(
  app: INestApplicationContext,
  options: McpTestClientOptions = {},
): McpTestClient {
  const { server } = chosenServer(app, 'createMcpTestClient({ server })', options.server);
  return new McpTestClient(server, options);
}

/** See `createMcpTestClient`. Speaks 2026-07-28; answers are read as JSON, as a client gets them. */
export class McpTestClient {
  /** All that the server sent beside answers, oldest first. */
  readonly notifications: RpcNotification[] = [];
  #lastId = 0;

  constructor(
    private readonly server: McpServer,
    private readonly options: McpTestClientOptions,
  ) {}

  /** All tools that this caller is shown, page by page. */
  async listTools(options?: McpTestCallOptions): Promise<readonly ToolDefinition[]> {
    const tools: ToolDefinition[] = [];
    let cursor: string | undefined;
    do {
      const params = cursor === undefined ? {} : { cursor };
      const page = (await this.request('tools/list', params, options)) as ToolPage;
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /**
   * Calls a tool; a failed operation is a result with `isError`.
   *
   * @throws McpTestError where the message itself was refused, e.g. an unknown tool
   */
  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options?: McpTestCallOptions,
  ): Promise<CallToolResult> {
    const result = await this.request('tools/call', { name, arguments: args }, options);
    return result as CallToolResult;
  }

  /**
   * Sends any request and resolves to its result; `onElicit` answers what is asked meanwhile.
   *
   * @throws McpTestError where it was answered by a JSON-RPC error
   */
  async request(
    method: string,
    params: RpcParams = {},
    options: McpTestCallOptions = {},
  ): Promise<object> {
    let result = await this.#exchange(method, params, options);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answers = await this.#answersTo(result);
      if (!answers) return result;
      result = await this.#exchange(method, { ...params, ...answers }, options);
    }
    throw new Error(`${method} has asked ${MAX_ROUNDS} times: do the answers fit the question?`);
  }

  /** What the request is sent again with; undefined where nothing was asked, or nobody answers. */
  async #answersTo(result: Partial<InputRequired>): Promise<RpcParams | undefined> {
    const { onElicit } = this.options;
    if (!onElicit || result.resultType !== 'input_required') return undefined;
    const inputResponses: Record<string, object> = {};
    for (const [key, question] of Object.entries(result.inputRequests ?? {})) {
      if (question.method !== 'elicitation/create') return undefined;
      inputResponses[key] = await onElicit(question.params);
    }
    return { inputResponses, requestState: result.requestState };
  }

  async #exchange(method: string, params: RpcParams, options: McpTestCallOptions): Promise<object> {
    const id = ++this.#lastId;
    const { status, message } = await this.server.handle(
      { jsonrpc: '2.0', id, method, params: { ...params, _meta: this.#meta(id, options) } },
      {
        transport: 'in-process',
        headers: { ...this.options.headers, ...options.headers },
        signal: options.signal ?? new AbortController().signal,
        send: (sent) => this.#receive(sent, options),
      },
    );
    if (message === undefined || Array.isArray(message)) {
      throw new McpTestError({ code: 0, message: `${method} was not answered` }, status);
    }
    // As a client reads it: dates are strings by then, and what is undefined is gone.
    const answer = JSON.parse(serialiseMessage(message)) as RpcResponse;
    if ('error' in answer) throw new McpTestError(answer.error, status);
    return answer.result;
  }

  #meta(id: number, { onProgress, meta }: McpTestCallOptions): object {
    return {
      [META.protocolVersion]: FIRST_STATELESS_VERSION,
      [META.clientInfo]: { name: 'nest-toolport/testing', version: '1.0.0' },
      [META.clientCapabilities]: this.options.capabilities ?? defaultCapabilities(this.options),
      ...(onProgress ? { progressToken: id } : {}),
      ...meta,
    };
  }

  #receive(message: RpcMessage, { onProgress }: McpTestCallOptions): Promise<void> {
    if (isNotification(message)) {
      this.notifications.push(message);
      if (message.method === 'notifications/progress') {
        onProgress?.(message.params as unknown as ProgressParams);
      }
    }
    return Promise.resolve();
  }
}

/** Answers that do not fit are asked for again: a test must not wait for ever. */
const MAX_ROUNDS = 20;

function defaultCapabilities({ onElicit }: McpTestClientOptions): object {
  return onElicit ? { elicitation: { form: {}, url: {} } } : {};
}

/** A result that asks (2026-07-28, MRTR). */
interface InputRequired {
  readonly resultType: string;
  readonly inputRequests: Readonly<Record<string, InputRequest>>;
  readonly requestState: string;
}

interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}
