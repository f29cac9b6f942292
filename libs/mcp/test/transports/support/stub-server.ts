import { FAULTS } from '../../../src/protocol/error-codes.js';
import { isJsonObject, type RequestId, type RpcResponse } from '../../../src/protocol/json-rpc.js';
import type { MessageContext, ServerReply } from '../../../src/server/message-context.js';
import type {
  ConnectionOpener,
  MessageHandler,
  OpenConnection,
} from '../../../src/transports/message-handler.js';

/** What a scripted method does with its message. */
export type Script = (params: Record<string, unknown>, context: MessageContext) => unknown;

/**
 * A small protocol server for the transports' suites: every method is a script, everything else is
 * as on the wire. It knows requests, notifications and batches.
 */
export class StubServer implements MessageHandler, ConnectionOpener {
  readonly seen: unknown[] = [];
  readonly contexts: MessageContext[] = [];
  /** What the line of the start counts. */
  readonly tools = [];
  readonly resources = [];
  readonly prompts = [];

  constructor(private readonly scripts: Record<string, Script> = {}) {}

  async handle(message: unknown, context: MessageContext): Promise<ServerReply> {
    this.seen.push(message);
    this.contexts.push(context);
    if (Array.isArray(message)) {
      const replies = await Promise.all(message.map((one) => this.#answer(one, context)));
      return { status: 200, message: replies.flatMap((reply) => reply.message ?? []) };
    }
    return this.#answer(message, context);
  }

  openConnection(context: MessageContext): OpenConnection {
    return { receive: (message) => this.handle(message, context) };
  }

  async #answer(message: unknown, context: MessageContext): Promise<ServerReply> {
    if (!isJsonObject(message)) return failure(null, 'MCP_INVALID_REQUEST');
    const id = message.id as RequestId | undefined;
    const script = this.scripts[String(message.method)] ?? DEFAULT_SCRIPTS[String(message.method)];
    if (id === undefined) {
      await script?.((message.params ?? {}) as Record<string, unknown>, context);
      return { status: 202 };
    }
    if (script === undefined) return failure(id, 'MCP_METHOD_NOT_FOUND');
    const result = (await script((message.params ?? {}) as never, context)) as object;
    if (result instanceof Reply)
      return { ...result.reply, message: { ...result.reply.message, id } } as ServerReply;
    return { status: 200, message: { jsonrpc: '2.0', id, result } };
  }
}

/** A script's way to answer with another status or headers. */
export class Reply {
  constructor(
    readonly reply: { status: number; headers?: Record<string, string>; message: object },
  ) {}
}

const DEFAULT_SCRIPTS: Record<string, Script> = {
  ping: () => ({}),
  echo: (params) => params,
};

function failure(id: RequestId | null, code: keyof typeof FAULTS): ServerReply {
  const message: RpcResponse = {
    jsonrpc: '2.0',
    id,
    error: { code: FAULTS[code].rpc, message: code, data: { code } },
  };
  return { status: FAULTS[code].http, message };
}
