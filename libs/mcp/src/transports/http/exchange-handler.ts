import type { IncomingMessage } from 'node:http';
import { toRpcError, type OnMasked } from '../../errors/to-rpc-error.js';
import { isJsonObject, isRequestId, type RequestId } from '../../protocol/json-rpc.js';
import type { MessageContext, ServerReply } from '../../server/message-context.js';
import { settle } from '../../wire/awaitable.js';
import { Roll } from '../../wire/roll.js';
import { LONGEST_TIMER } from '../../wire/timers.js';
import type { MessageHandler, VerbHandler } from '../message-handler.js';
import { acceptsStream } from './content-negotiation.js';
import { Cors } from './cors.js';
import { HttpExchange } from './http-exchange.js';
import { alreadyRead, noStream, notAllowed, shuttingDown } from './http-faults.js';
import type { HttpPort } from './http-port.js';
import type { EndpointSettings } from './http.options.js';
import { intakeOf, MessageReader } from './message-reader.js';
import { closeBehindAnswer } from './linger.js';
import { OriginGuard } from './origin.guard.js';

/** Milliseconds that calls have to end once they were told to stop. */
const GRACE = 1_000;

const JSON_TYPE = { 'content-type': 'application/json' } as const;

/** The rules of the endpoint that hold on every platform: what a request is answered. */
export class ExchangeHandler {
  /** Where the bodies of POSTs are taken in, before `answer`. */
  readonly reader: MessageReader;
  readonly #settings: EndpointSettings;
  readonly #server: MessageHandler;
  readonly #onMasked: OnMasked;
  readonly #guard: OriginGuard;
  readonly #cors: Cors;
  readonly #allow: string;
  readonly #open = new Roll<HttpExchange>();
  #closing = false;
  #onIdle?: () => void;

  constructor(settings: EndpointSettings, server: MessageHandler, onMasked: OnMasked) {
    this.#settings = settings;
    this.#server = server;
    this.#onMasked = onMasked;
    this.#guard = new OriginGuard(settings);
    this.#cors = new Cors(settings.cors, this.#guard);
    this.#allow = ['POST', ...Object.keys(server.verbs ?? {})].join(', ');
    this.reader = new MessageReader(settings, this.#guard, () => this.#closing);
  }

  /** Answers a request, whatever its method; called after the app's middleware. */
  answer(raw: IncomingMessage, port: HttpPort): void {
    if (raw.method !== 'POST') return this.#answerVerb(raw, port);
    const intake = intakeOf(raw);
    // Middleware that rewrote the target to ours: the reader at the front took it for another's.
    if (intake === undefined) {
      if (raw.readableEnded) return this.answerFault(raw, port, alreadyRead());
      return this.reader.read(raw, raw, () => this.answer(raw, port));
    }
    if (intake.kind === 'fault') return this.answerFault(raw, port, intake.fault);
    const { message, form } = intake;
    const exchange = new HttpExchange(port, form, this.#settings, idOf(message));
    this.#serve(port, exchange, (context) => this.#server.handle(message, context));
  }

  /** Answers with a fault that was found before there was a message. */
  answerFault(raw: IncomingMessage, port: HttpPort, fault: unknown): void {
    const { status, headers, message } = this.#faultReply(fault, null);
    const head: Record<string, string> = { ...JSON_TYPE, ...headers };
    if (!raw.complete && raw.httpVersionMajor === 1) {
      head['connection'] = 'close';
      closeBehindAnswer(raw);
    }
    this.#cors.apply(port, raw.headers);
    port.answer(status, head, JSON.stringify(message));
  }

  /** Refuses what is new, waits for what runs, and in the end tells it to stop. */
  async drain(): Promise<void> {
    this.#closing = true;
    const { drainTimeout } = this.#settings;
    const serverDrained = this.#server.drain?.(drainTimeout);
    if (this.#open.size > 0) {
      const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
      const patience = Math.min(drainTimeout + GRACE, LONGEST_TIMER);
      const timer = setTimeout(() => this.#terminate(), patience);
      await idle;
      clearTimeout(timer);
    }
    await serverDrained;
  }

  #serve(
    port: HttpPort,
    exchange: HttpExchange,
    work: (exchange: MessageContext) => Promise<ServerReply>,
  ): void {
    this.#cors.apply(port, port.headers);
    this.#open.add(exchange);
    void settle<ServerReply, void>(
      () => work(exchange),
      (reply) => this.#finish(exchange, reply),
      (error) => this.#finishWithFault(exchange, error),
    );
  }

  #finish(exchange: HttpExchange, reply: ServerReply): void {
    try {
      exchange.finish(reply);
    } catch (error) {
      return this.#finishWithFault(exchange, error);
    }
    this.#release(exchange);
  }

  #finishWithFault(exchange: HttpExchange, fault: unknown): void {
    try {
      exchange.finish(this.#faultReply(fault, exchange.id));
    } catch (error) {
      // Nothing can be written any more: at least somebody must know.
      this.#onMasked(error, 'unanswered');
    } finally {
      this.#release(exchange);
    }
  }

  #answerVerb(raw: IncomingMessage, port: HttpPort): void {
    const { method, headers } = raw;
    const fault = this.#guard.check(headers) ?? (this.#closing ? shuttingDown() : undefined);
    if (fault !== undefined) return this.answerFault(raw, port, fault);
    if (method === 'OPTIONS') return this.#answerOptions(raw, port);
    const { GET: stream, DELETE: end } = this.#server.verbs ?? {};
    if (method === 'GET' && stream !== undefined) this.#answerGet(raw, port, stream);
    else if (method === 'DELETE' && end !== undefined) {
      this.#serve(port, new HttpExchange(port, 'json', this.#settings, null), end);
    } else this.answerFault(raw, port, notAllowed(method, this.#allow));
  }

  #answerGet(raw: IncomingMessage, port: HttpPort, verb: VerbHandler): void {
    if (!acceptsStream(raw.headers.accept)) return this.answerFault(raw, port, noStream());
    const times = { ...this.#settings, streamAfter: 0 };
    this.#serve(port, new HttpExchange(port, 'stream', times, null), verb);
  }

  #answerOptions(raw: IncomingMessage, port: HttpPort): void {
    this.#cors.apply(port, raw.headers);
    port.answer(204, { allow: this.#allow, ...this.#cors.preflight(raw.headers) });
  }

  #release(exchange: HttpExchange): void {
    this.#open.delete(exchange);
    if (this.#open.size === 0) this.#onIdle?.();
  }

  #faultReply(fault: unknown, id: RequestId | null): ServerReply {
    const { error, status, headers } = toRpcError(fault, this.#onMasked);
    return { status, headers, message: { jsonrpc: '2.0', id, error } };
  }

  #terminate(): void {
    for (const exchange of this.#open) {
      exchange.abort(shuttingDown());
      this.#finishWithFault(exchange, shuttingDown());
    }
  }
}

function idOf(message: unknown): RequestId | null {
  return isJsonObject(message) && isRequestId(message['id']) ? message['id'] : null;
}
