import { validateHeaderValue, type IncomingHttpHeaders } from 'node:http';
import { ProtocolError } from '../../errors/protocol.error.js';
import { isNotification, type RequestId, type RpcMessage } from '../../protocol/json-rpc.js';
import type { MessageContext, ServerReply } from '../../server/message-context.js';
import { preserialisedBytes, serialiseMessage } from '../../server/serialise-message.js';
import { connectLater, neverConnect, type Connectable } from '../../wire/connect-later.js';
import type { Enrolled } from '../../wire/roll.js';
import { encodeEvent, KEEP_ALIVE, STREAM_HEADERS } from '../../wire/sse-framing.js';
import type { AnswerForm } from './content-negotiation.js';
import { append } from './cors.js';
import type { EventSink, HttpPort } from './http-port.js';

/** When an exchange turns into a stream, and how it is kept alive; milliseconds. */
export interface StreamTimes {
  /** After it was accepted: 0 where the answer is a stream and nothing else (GET). */
  readonly streamAfter: number;
  readonly keepAlive: number;
}

/** Where the answer is out already: what is said goes nowhere. */
const NOBODY: EventSink = { write: async () => {}, end: () => {} };

type Answer = NonNullable<ServerReply['message']>;

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/**
 * One POST and its one answer: JSON where the result is all there is to say, a stream of events
 * where something is said before it, or where the call stays silent for long.
 */
export class HttpExchange implements MessageContext, Connectable, Enrolled {
  place?: number;
  unconnected?: boolean;
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
  /** Writes that wait for room. */
  #waiting = 0;
  #closed = false;
  #accepted = false;
  #overdue = false;

  constructor(
    port: HttpPort,
    form: AnswerForm,
    times: StreamTimes,
    /** Of the request, for faults that are answered in the server's place. */
    readonly id: RequestId | null,
  ) {
    this.#port = port;
    this.#form = form;
    this.#times = times;
    this.headers = port.headers;
    this.request = port.request;
    this.#overdue = times.streamAfter === 0;
    connectLater(this);
  }

  /** The exchange outlives the turn in which it began. */
  connect(): void {
    this.#port.onOver((answered) => this.#onOver(answered));
    if (this.#form === 'json' || this.#overdue || this.#sink !== undefined) return;
    this.#streamTimer = setTimeout(() => this.#becomeOverdue(), this.#times.streamAfter);
  }

  get streams(): boolean {
    return this.#form !== 'json';
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
    if (this.#overdue && !this.#closed) this.#openStream();
  }

  async send(message: RpcMessage): Promise<void> {
    if (this.#closed) return;
    if (this.#form === 'json') {
      // A hint may be lost; a question that nobody will answer must not be waited for.
      if (isNotification(message)) return;
      throw new ProtocolError('MCP_NOT_ACCEPTABLE', 'The client accepts no event stream');
    }
    const event = encodeEvent(serialiseMessage(message));
    await this.#write(this.#openStream(), event);
  }

  /**
   * Sends the answer and ends the exchange; what throws here (a result that is no JSON, a header
   * that no response may carry) leaves it open for another answer.
   */
  finish({ status, headers: all, message }: ServerReply): void {
    if (this.#closed) return;
    if (this.#sink === undefined && this.#port.spent) return this.#close();
    if (all !== undefined) assertSendable(all);
    const headers = all && this.#withoutVary(all);
    if (this.#sink !== undefined) this.#sink.end(eventOf(message));
    else if (message === undefined) this.#port.answer(status, headers ?? {});
    else if (this.#form === 'stream' && status === 200) {
      // Before the head is out: of what is no JSON the status can still tell.
      const event = eventOf(message);
      this.#port.openStream({ ...STREAM_HEADERS, ...headers }).end(event);
    } else this.#answer(status, headers ? { ...JSON_TYPE, ...headers } : JSON_TYPE, message);
    this.#close();
  }

  #answer(status: number, headers: Readonly<Record<string, string>>, message: Answer): void {
    const bytes = this.#port.takesBytes ? preserialisedBytes(message) : undefined;
    this.#port.answer(status, headers, bytes ?? serialiseMessage(message));
  }

  /** Nobody waits any more, or the server goes down: what runs is told, and no more is sent. */
  abort(reason: Error): void {
    if (this.#goneReason !== undefined) return;
    this.#goneReason = reason;
    this.#aborter?.abort(reason);
  }

  /** `Vary` may hold words of the app's middleware already: ours are added, not put in their place. */
  #withoutVary({ vary, ...others }: Readonly<Record<string, string>>): Record<string, string> {
    if (vary !== undefined && this.#sink === undefined) append(this.#port.head, 'vary', [vary]);
    return others;
  }

  #onOver(answered: boolean): void {
    if (!answered) this.abort(new Error('The client closed the connection'));
    else if (!this.#closed) this.abort(new Error('The request was answered by middleware'));
  }

  #becomeOverdue(): void {
    this.#overdue = true;
    // Until the guards have spoken the answer may still be a 401, which needs the status line.
    if (this.#accepted) this.#openStream();
  }

  #openStream(): EventSink {
    if (this.#sink !== undefined) return this.#sink;
    clearTimeout(this.#streamTimer);
    if (this.#port.spent) return (this.#sink = NOBODY);
    const sink = this.#port.openStream(STREAM_HEADERS);
    this.#sink = sink;
    this.#keepAliveTimer = setInterval(() => {
      // To a reader that takes nothing they would pile up for ever.
      if (this.#waiting === 0) void this.#write(sink, KEEP_ALIVE);
    }, this.#times.keepAlive);
    return sink;
  }

  async #write(sink: EventSink, text: string): Promise<void> {
    this.#waiting += 1;
    await sink.write(text);
    this.#waiting -= 1;
  }

  #close(): void {
    this.#closed = true;
    neverConnect(this);
    clearTimeout(this.#streamTimer);
    clearInterval(this.#keepAliveTimer);
  }
}

function eventOf(message: Answer | undefined): string {
  return message === undefined ? '' : encodeEvent(serialiseMessage(message));
}

/** Here, since Fastify finds out when it is too late to answer anything else. */
function assertSendable(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
}
