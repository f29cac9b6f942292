import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ProtocolError } from '../../errors/protocol.error.js';
import { parseJsonText } from '../../wire/json-text.js';
import { declaredLengthFault, readBody } from './body-reader.js';
import { answerForm, bodyTypeFault, type AnswerForm } from './content-negotiation.js';
import { notAcceptable, shuttingDown } from './http-faults.js';
import type { EndpointSettings } from './http.options.js';
import type { OriginGuard } from './origin.guard.js';

/** What came with a POST: a message and how it may be answered, or why there is none. */
export type Intake =
  | { readonly kind: 'fault'; readonly fault: unknown }
  | { readonly kind: 'message'; readonly message: unknown; readonly form: AnswerForm };

// On the request itself: an entry in a WeakMap per request costs its garbage collection dear.
const INTAKE = Symbol('toolport.intake');

/** What the reader made of this request, if it has seen it. */
export function intakeOf(raw: IncomingMessage & { [INTAKE]?: Intake }): Intake | undefined {
  return raw[INTAKE];
}

/** Takes in the bodies of POSTs, ahead of the app's own parser; the answer comes later. */
export class MessageReader {
  readonly #settings: EndpointSettings;
  readonly #guard: OriginGuard;
  readonly #isClosing: () => boolean;

  constructor(settings: EndpointSettings, guard: OriginGuard, isClosing: () => boolean) {
    this.#settings = settings;
    this.#guard = guard;
    this.#isClosing = isClosing;
  }

  /**
   * Checks the head of a POST and reads its body, unless the head is refused.
   *
   * @param source where the body comes from: the request, or what a hook of the app made of it
   * @param done called once, with the body where there is one
   */
  read(
    raw: IncomingMessage & { [INTAKE]?: Intake },
    source: Readable,
    done: (intake: Intake, body?: Buffer) => void,
  ): void {
    const finish = (intake: Intake, body?: Buffer): void => {
      raw[INTAKE] = intake;
      if (intake.kind === 'fault' && !raw.complete) hideBody(raw);
      done(intake, body);
    };
    const form = answerForm(raw.headers.accept);
    const fault = this.#headFault(raw);
    if (fault !== undefined) return finish({ kind: 'fault', fault });
    if (form === undefined) return finish({ kind: 'fault', fault: notAcceptable() });
    const { bodyLimit: limit, bodyTimeout: timeout } = this.#settings;
    readBody(source, { limit, timeout }, (broken, body) => {
      if (broken !== undefined) finish({ kind: 'fault', fault: broken });
      else finish(this.#understand(body, form), body);
    });
  }

  #headFault({ headers }: IncomingMessage): ProtocolError | undefined {
    return (
      this.#guard.check(headers) ??
      (this.#isClosing() ? shuttingDown() : undefined) ??
      bodyTypeFault(headers['content-type'], headers['content-encoding']) ??
      declaredLengthFault(headers['content-length'], this.#settings.bodyLimit)
    );
  }

  #understand(body: Buffer, form: AnswerForm): Intake {
    try {
      const message = parseJsonText(body, this.#settings.maxDepth);
      return { kind: 'message', message, form };
    } catch (fault) {
      return { kind: 'fault', fault };
    }
  }
}

/** A refused body stays unread, also by the app's own parser: to it the request has none. */
function hideBody(raw: IncomingMessage): void {
  delete raw.headers['content-length'];
  delete raw.headers['transfer-encoding'];
}
