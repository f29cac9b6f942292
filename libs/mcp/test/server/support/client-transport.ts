import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Connection } from '../../../src/server/connection.js';
import type { McpServer } from '../../../src/server/mcp-server.js';
import { serialiseMessage } from '../../../src/server/serialise-message.js';
import { checkOutgoing } from './check-outgoing.js';

/** The client's end of a channel to the server, in the shape that both official SDKs take. */
export class ClientTransport {
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #connection: Connection;
  readonly #gone = new AbortController();

  constructor(server: McpServer) {
    this.#connection = server.openConnection({
      transport: 'in-process',
      headers: {},
      signal: this.#gone.signal,
      send: async (message) => this.#deliver(serialiseMessage(message)),
    });
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    const text = JSON.stringify(message);
    void this.#connection.receive(JSON.parse(text)).then((reply) => {
      if (!reply.message || Array.isArray(reply.message)) return;
      checkOutgoing(reply.message, JSON.parse(text));
      this.#deliver(serialiseMessage(reply.message));
    });
  }

  async close(): Promise<void> {
    this.#gone.abort(new Error('closed'));
    this.onclose?.();
  }

  /** By way of text, as on a wire, and not before the sender is done. */
  #deliver(text: string): void {
    queueMicrotask(() => this.onmessage?.(JSON.parse(text) as JSONRPCMessage));
  }
}
