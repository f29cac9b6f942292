import type { MessageContext, ServerReply } from '../server/message-context.js';

/** What a transport needs of the protocol server; `McpServer` is one. */
export interface MessageHandler {
  /** Answers one message, or one batch; never rejects. */
  handle(message: unknown, context: MessageContext): Promise<ServerReply>;
}
