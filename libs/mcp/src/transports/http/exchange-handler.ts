import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ProtocolError } from '../../errors/protocol.error.js';
import { toRpcError } from '../../errors/to-rpc-error.js';
import type { ServerReply } from '../../server/message-context.js';
import { parseJsonText } from '../../wire/json-text.js';
import type { MessageHandler } from '../message-handler.js';
import { declaredLengthFault, readBody } from './body-reader.js';
import { answerForm, bodyTypeFault } from './content-negotiation.js';
import { HttpExchange } from './http-exchange.js';
import { setIntake, type HttpPort, type Intake, intakeOf } from './http-port.js';
import type { EndpointSettings } from './http.options.js';
import { closeBehindAnswer } from './linger.js';
import { OriginGuard } from './origin.guard.js';

/** What a mount hands over beside the server. */
export interface ExchangeReporting {
  /** Told about an error that was masked on the wire. */
  readonly onMasked: (error: unknown, reference: string) => void;
}

/** The rules of the endpoint that hold on every platform: from the bytes of a request to its answer. */
export class ExchangeHandler {
  readonly #settings: EndpointSettings;
  readonly #server: MessageHandler;
  readonly #reporting: ExchangeReporting;
  readonly #guard: OriginGuard;
  readonly #open = new Set<HttpExchange>();
  #closing = false;
  #onIdle?: () => void;

  constructor(settings: EndpointSettings, server: MessageHandler, reporting: ExchangeReporting) {
    this.#settings = settings;
    this.#server = server;
    this.#reporting = reporting;
    this.#guard = new OriginGuard(settings);
  }

  /**
   * Checks the head of a POST and reads its body, unless the head is refused.
   *
   * @param source where the body comes from: the request, or what a hook of the app made of it
   * @param done called once; the answer is `answer`'s, so that the app's middleware comes first
   */
  takeIn(
    raw: IncomingMessage,
    source: Readable,
    done: (intake: Intake, body?: Buffer) => void,
  ): void {
    const finish = (intake: Intake, body?: Buffer): void => {
      setIntake(raw, intake);
      done(intake, body);
    };
    const fault = this.#headFault(raw);
    if (fault !== undefined) return finish(refuse(raw, fault));
    const { bodyLimit: limit, bodyTimeout: timeout } = this.#settings;
    readBody(source, { limit, timeout }, (broken, body) => {
      if (broken !== undefined) finish(refuse(raw, broken));
      else finish(this.#understand(body), body);
    });
  }

  /** Answers a request, whatever its method; its body was taken in before. */
  answer(raw: IncomingMessage, port: HttpPort): void {
    if (raw.method !== 'POST') return this.#answerOther(raw, port);
    const intake = intakeOf(raw);
    if (intake === undefined) this.takeIn(raw, raw, () => this.answer(raw, port));
    else if (intake.fault !== undefined) this.answerFault(raw, port, intake.fault);
    else this.#answerMessage(raw, port, intake.message);
  }

  /** Answers with a fault that was found before there was a message. */
  answerFault(raw: IncomingMessage, port: HttpPort, fault: unknown): void {
    const { status, headers, message } = this.#faultReply(fault);
    const all: Record<string, string> = { 'content-type': 'application/json', ...headers };
    if (!raw.complete && raw.httpVersionMajor === 1) {
      all['connection'] = 'close';
      closeBehindAnswer(raw);
    }
    port.answer(status, all, JSON.stringify(message));
  }

  /** Refuses what is new, waits for what runs, and in the end tells it to stop. */
  async drain(): Promise<void> {
    this.#closing = true;
    if (this.#open.size === 0) return;
    const idle = new Promise<void>((resolve) => (this.#onIdle = resolve));
    const timer = setTimeout(() => this.#terminate(), this.#settings.drainTimeout);
    await idle;
    clearTimeout(timer);
  }

  #headFault({ headers }: IncomingMessage): ProtocolError | undefined {
    const authority = headers.host ?? (headers[':authority'] as string | undefined);
    return (
      this.#guard.check(authority, headers.origin) ??
      (this.#closing ? shuttingDown() : undefined) ??
      acceptFault(headers.accept) ??
      bodyTypeFault(headers['content-type'], headers['content-encoding']) ??
      declaredLengthFault(headers['content-length'], this.#settings.bodyLimit)
    );
  }

  #understand(body: Buffer): Intake {
    try {
      return { message: parseJsonText(body, this.#settings.maxDepth) };
    } catch (fault) {
      return { fault: fault as ProtocolError };
    }
  }

  #answerMessage(raw: IncomingMessage, port: HttpPort, message: unknown): void {
    const form = answerForm(raw.headers.accept) ?? 'json';
    const exchange = new HttpExchange(port, form, this.#settings);
    this.#open.add(exchange);
    this.#server
      .handle(message, exchange)
      .catch((error: unknown) => this.#faultReply(error))
      .then((reply) => exchange.finish(reply))
      .catch((error: unknown) => this.#reporting.onMasked(error, 'answer'))
      .finally(() => this.#release(exchange));
  }

  #release(exchange: HttpExchange): void {
    this.#open.delete(exchange);
    if (this.#open.size === 0) this.#onIdle?.();
  }

  #answerOther(raw: IncomingMessage, port: HttpPort): void {
    const { host, origin } = raw.headers;
    const fault =
      this.#guard.check(host, origin) ??
      new ProtocolError('MCP_METHOD_NOT_ALLOWED', `${raw.method} is not served here; use POST`, {
        headers: { allow: 'POST' },
      });
    this.answerFault(raw, port, fault);
  }

  #faultReply(fault: unknown): ServerReply {
    const { error, status, headers } = toRpcError(fault, this.#reporting.onMasked);
    return { status, headers, message: { jsonrpc: '2.0', id: null, error } };
  }

  #terminate(): void {
    for (const exchange of this.#open) {
      exchange.abort(shuttingDown());
      exchange.finish(this.#faultReply(shuttingDown()));
      this.#release(exchange);
    }
  }
}

/** A refused body stays unread, also by the app's own parser: to it the request has none. */
function refuse(raw: IncomingMessage, fault: ProtocolError): Intake {
  delete raw.headers['content-length'];
  delete raw.headers['transfer-encoding'];
  return { fault };
}

function acceptFault(accept: string | undefined): ProtocolError | undefined {
  if (answerForm(accept) !== undefined) return undefined;
  const message = 'Accept must name application/json, text/event-stream, or both';
  return new ProtocolError('MCP_NOT_ACCEPTABLE', message);
}

function shuttingDown(): ProtocolError {
  return new ProtocolError('MCP_SHUTTING_DOWN', 'The server is shutting down');
}
