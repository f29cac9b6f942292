import type { MessageContext, ServerReply } from '../server/message-context.js';

/** What a transport that forgets (HTTP) needs of the protocol server; `McpServer` is one. */
export interface MessageHandler {
  /** Answers one message, or one batch; never rejects. */
  handle(message: unknown, context: MessageContext): Promise<ServerReply>;
}

/** What a channel that remembers (stdio, WebSocket, in process) needs; `McpServer` is one. */
export interface ConnectionOpener {
  /** @param context holds for every message of the connection; its `signal` ends it */
  openConnection(context: MessageContext): OpenConnection;
}

/** One peer's connection, as the server remembers it. */
export interface OpenConnection {
  /** Answers one message, or one batch; never rejects. */
  receive(message: unknown): Promise<ServerReply>;
}
