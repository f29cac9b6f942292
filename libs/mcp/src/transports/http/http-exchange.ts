import type { IncomingHttpHeaders } from 'node:http';
import { ProtocolError } from '../../errors/protocol.error.js';
import type { RpcMessage } from '../../protocol/json-rpc.js';
import { isNotification } from '../../protocol/json-rpc.js';
import type { MessageContext, ServerReply } from '../../server/message-context.js';
import { serialiseMessage } from '../../server/serialise-message.js';
import { encodeEvent, KEEP_ALIVE, STREAM_HEADERS } from '../../wire/sse-framing.js';
import type { AnswerForm } from './content-negotiation.js';
import type { EventSink, HttpPort } from './http-port.js';

/** When an exchange turns into a stream, and how it is kept alive. */
export interface StreamTimes {
  readonly streamAfter: number;
  readonly keepAlive: number;
}

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/**
 * One POST and its one answer: JSON where the result is all there is to say, a stream of events
 * where something is said before it, or where the call stays silent for long.
 */
export class HttpExchange implements MessageContext {
  readonly transport = 'http' as const;
  readonly headers: IncomingHttpHeaders;
  readonly request: object;
  readonly #port: HttpPort;
  readonly #form: AnswerForm;
  readonly #times: StreamTimes;
  #aborter?: AbortController;
  #goneReason?: Error;
  #sink?: EventSink;
  #streamTimer?: NodeJS.Timeout;
  #keepAliveTimer?: NodeJS.Timeout;
  #closed = false;
  #accepted = false;
  #overdue = false;

  constructor(port: HttpPort, form: AnswerForm, times: StreamTimes) {
    this.#port = port;
    this.#form = form;
    this.#times = times;
    this.headers = port.headers;
    this.request = port.request;
    port.onAbandoned(() => this.abort(new Error('The client closed the connection')));
    if (form !== 'json') {
      this.#streamTimer = setTimeout(() => this.#becomeOverdue(), times.streamAfter);
    }
  }

  get remoteAddress(): string | undefined {
    return this.#port.remoteAddress;
  }

  /** Made on demand: most calls end before anybody asks. */
  get signal(): AbortSignal {
    this.#aborter ??= new AbortController();
    if (this.#goneReason !== undefined) this.#aborter.abort(this.#goneReason);
    return this.#aborter.signal;
  }

  /** The call's guards let it through: its status is 200 whatever it answers. */
  accepted(): void {
    this.#accepted = true;
    if (this.#overdue) this.#openStream();
  }

  async send(message: RpcMessage): Promise<void> {
    if (this.#closed) return;
    if (this.#form === 'json') {
      // A hint may be lost; a question that nobody will answer must not be waited for.
      if (isNotification(message)) return;
      throw new ProtocolError('MCP_NOT_ACCEPTABLE', 'The client accepts no event stream');
    }
    await this.#openStream().write(encodeEvent(serialiseMessage(message)));
  }

  /** Sends the answer and ends the exchange. */
  finish(reply: ServerReply): void {
    if (this.#closed) return;
    this.#close();
    const { message } = reply;
    if (this.#sink !== undefined) this.#sink.end(message ? eventsOf(message) : '');
    else if (message === undefined) this.#port.answer(reply.status, reply.headers ?? {});
    else if (this.#form === 'stream' && reply.status === 200) {
      this.#port.openStream({ ...STREAM_HEADERS, ...reply.headers }).end(eventsOf(message));
    } else {
      const headers = reply.headers ? { ...JSON_TYPE, ...reply.headers } : JSON_TYPE;
      this.#port.answer(reply.status, headers, serialiseMessage(message));
    }
  }

  /** Nobody waits any more, or the server goes down: what runs is told, and no more is sent. */
  abort(reason: Error): void {
    if (this.#goneReason !== undefined) return;
    this.#goneReason = reason;
    this.#aborter?.abort(reason);
  }

  #becomeOverdue(): void {
    this.#overdue = true;
    // Until the guards have spoken the answer may still be a 401, which needs the status line.
    if (this.#accepted) this.#openStream();
  }

  #openStream(): EventSink {
    if (this.#sink !== undefined) return this.#sink;
    clearTimeout(this.#streamTimer);
    const sink = this.#port.openStream(STREAM_HEADERS);
    this.#sink = sink;
    this.#keepAliveTimer = setInterval(() => void sink.write(KEEP_ALIVE), this.#times.keepAlive);
    return sink;
  }

  #close(): void {
    this.#closed = true;
    clearTimeout(this.#streamTimer);
    clearInterval(this.#keepAliveTimer);
  }
}

function eventsOf(message: NonNullable<ServerReply['message']>): string {
  return encodeEvent(serialiseMessage(message));
}
