import { ProtocolError } from '../errors/protocol.error.js';
import { toRpcError, type OnMasked } from '../errors/to-rpc-error.js';
import { isJsonObject, isRequestId, type RpcMessage } from '../protocol/json-rpc.js';
import type { MessageContext, ServerReply } from '../server/message-context.js';
import type { Transport } from '../wire/transport.js';
import type { ConnectionOpener, OpenConnection } from './message-handler.js';

/** What holds for every message of one channel. */
export type ChannelPeer = Pick<
  MessageContext,
  'transport' | 'headers' | 'request' | 'remoteAddress' | 'timeout' | 'locale'
>;

/**
 * The server's end of a channel that multiplexes: hands each message to the connection, sends back
 * what it answers, and knows what is under way.
 */
export class ServerChannel {
  readonly #transport: Transport;
  readonly #connection: OpenConnection;
  readonly #onMasked: OnMasked;
  readonly #gone = new AbortController();
  #underWay = 0;
  #draining = false;
  #onIdle?: () => void;

  constructor(
    server: ConnectionOpener,
    transport: Transport,
    peer: ChannelPeer,
    onMasked: OnMasked = () => {},
  ) {
    this.#transport = transport;
    this.#onMasked = onMasked;
    this.#connection = server.openConnection({
      ...peer,
      signal: this.#gone.signal,
      send: (message) => this.#send(message),
    });
  }

  /** Begins to serve. */
  async start(): Promise<void> {
    const transport = this.#transport;
    transport.onmessage = (message) => this.#receive(message);
    transport.onerror = (error) => void this.#fail(error);
    transport.onclose = () => this.#gone.abort(new Error('The peer closed the connection'));
    await transport.start();
  }

  /**
   * Refuses new requests, ends streams and unanswered questions, still takes cancels, and waits for
   * what runs.
   *
   * @param timeout milliseconds; afterwards the connection's signal is aborted
   */
  async drain(timeout: number): Promise<void> {
    this.#draining = true;
    this.#connection.drain?.();
    if (this.#underWay === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#onIdle = resolve;
      timer = setTimeout(resolve, timeout);
    });
    clearTimeout(timer);
    if (this.#underWay > 0) this.#gone.abort(new Error('The server is shutting down'));
  }

  async close(): Promise<void> {
    this.#gone.abort(new Error('The server closed the connection'));
    await this.#transport.close();
  }

  /** Not `async`, here and below: a promise more for each step is what a quick call is made of. */
  #receive(message: RpcMessage): void {
    if (this.#draining && isRequestLike(message)) return this.#refuse(message.id);
    this.#underWay += 1;
    const id = isJsonObject(message) ? message['id'] : null;
    void this.#connection.receive(message).then(
      (reply) => this.#answer(reply, id),
      (error: unknown) => this.#fail(error, id).then(this.#leave),
    );
  }

  #answer({ message }: ServerReply, id: unknown): void {
    if (message === undefined) return this.#leave();
    const fail = (error: unknown): Promise<void> => this.#fail(error, id).then(this.#leave);
    void this.#send(message).then(this.#leave, fail);
  }

  readonly #leave = (): void => {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#onIdle?.();
  };

  /** Nobody is left to hear it: that is the signal's to say, not every sender's. */
  #send(answer: RpcMessage | readonly RpcMessage[]): Promise<void> {
    if (this.#gone.signal.aborted) return Promise.resolve();
    try {
      // On such a channel a batch's answer is one message as well (2025-03-26, Batching).
      return this.#transport.send(answer);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  #refuse(id: unknown): void {
    void this.#fail(new ProtocolError('MCP_SHUTTING_DOWN', 'The server is shutting down'), id);
  }

  /** A fault of the transport's own, such as a line that is no JSON, is answered without an id. */
  async #fail(fault: unknown, id: unknown = null): Promise<void> {
    const { error } = toRpcError(fault, this.#onMasked);
    const answer: RpcMessage = { jsonrpc: '2.0', id: isRequestId(id) ? id : null, error };
    await this.#send(answer).catch((broken: unknown) => this.#onMasked(broken, 'unanswered'));
  }
}

function isRequestLike(message: unknown): message is { id: unknown } {
  return isJsonObject(message) && 'method' in message && 'id' in message;
}
