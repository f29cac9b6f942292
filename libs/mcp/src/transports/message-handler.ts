import type { MessageContext, ServerReply } from '../server/message-context.js';

/** Answers an HTTP request that carries no message. */
export type VerbHandler = (context: MessageContext) => Promise<ServerReply>;

/** What a transport that forgets (HTTP) needs of the protocol server; `McpServer` is one. */
export interface MessageHandler {
  /** Answers one message, or one batch; never rejects. */
  handle(message: unknown, context: MessageContext): Promise<ServerReply>;
  /**
   * GET (the stream of a session) and DELETE (its end), where there are sessions; a verb that is not
   * here answers 405.
   */
  readonly verbs?: Partial<Record<'GET' | 'DELETE', VerbHandler>>;
  /** Refuses new calls, waits up to `timeout` milliseconds for the running ones, aborts the rest. */
  drain?(timeout: number): Promise<void>;
}

/** Who wants a channel opened, and with what credentials. */
export type Applicant = Pick<MessageContext, 'transport' | 'headers' | 'request'>;

/** What a channel that remembers (stdio, WebSocket, in process) needs; `McpServer` is one. */
export interface ConnectionOpener {
  /**
   * Says whether these credentials may open a channel, where the transport can still refuse it. Each
   * message is judged again: a token may expire on an open channel.
   *
   * @throws ProtocolError where they may not
   */
  admit?(applicant: Applicant): Promise<void>;
  /** @param context holds for every message of the connection; its `signal` ends it */
  openConnection(context: MessageContext): OpenConnection;
}

/** One peer's connection, as the server remembers it. */
export interface OpenConnection {
  /** Answers one message, or one batch; never rejects. */
  receive(message: unknown): Promise<ServerReply>;
  /** Nothing more is received: ends what waits for it, streams and unanswered questions. */
  drain?(): void;
}
