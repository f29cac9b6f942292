import { InputRequestSignal } from '../../context/input-request.js';
import { McpError } from '../../errors/mcp.error.js';
import { ProtocolError } from '../../errors/protocol.error.js';
import type { InputRequest } from '../../protocol/input-requests.js';
import { digestOf } from '../keys/digest.js';
import { principalOf } from '../principal.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { readAnswer } from './read-answer.js';
import { missingCapabilities } from './required-capabilities.js';

/** What came back for a question: the answer, or why there is none. */
export type Answer = { readonly answer: unknown } | { readonly refusal: string };

/** An answer that belongs to one question and no other. */
export interface BoundAnswer {
  /** Of the question; undefined: the client answered without a state that says what was asked. */
  readonly digest?: string;
  readonly given: Answer;
}

/** What is known when a round begins. */
export interface RoundStart {
  readonly answers: ReadonlyMap<string, BoundAnswer>;
  /** Whose the answers are; undefined: whoever calls. */
  readonly principal?: string;
}

/** A question that waits for its answer. */
export interface Question {
  readonly request: InputRequest;
  readonly digest: string;
}

/** The questions and answers of one round of a call. */
export class CallInputs {
  /** Who asks; known once something was asked. */
  principal?: string;
  #questions?: Map<string, Question>;
  #taken?: Map<string, BoundAnswer>;
  #counts?: Map<string, number>;

  constructor(
    private readonly scope: RequestScope,
    private readonly core: ServerCore,
    private readonly start: RoundStart,
  ) {}

  /** What was asked in this round and has no answer yet. Most calls ask nothing: made on demand. */
  get questions(): ReadonlyMap<string, Question> {
    return this.#questions ?? NO_QUESTIONS;
  }

  /** What was answered before, as this round has taken it up. */
  get taken(): ReadonlyMap<string, BoundAnswer> {
    return this.#taken ?? NO_ANSWERS;
  }

  /** Keys of the answers that this round began with. */
  get answered(): readonly string[] {
    return [...this.start.answers.keys()];
  }

  /**
   * @throws an input request where there is no answer yet; McpError `INPUT_REFUSED` where the client
   * gave an error; ProtocolError where it cannot be asked, or the answers are another's
   */
  ask(request: InputRequest, key: string | undefined, caller: unknown): object {
    this.#identify(caller);
    const name = key ?? this.#nextKey(request.method);
    const question = { request, digest: digestOf(request) };
    if (this.questions.has(name)) throw new Error(`Two questions have the key "${name}"`);
    const given = this.#answerTo(question, name);
    if (given) return given;
    this.#requireCapability(request);
    (this.#questions ??= new Map()).set(name, question);
    throw new InputRequestSignal();
  }

  /** Answers count only for the one who was asked (2026-07-28, MRTR, Server Requirements). */
  #identify(caller: unknown): void {
    this.principal ??= principalOf(caller, this.scope.context, this.core.options);
    const { principal } = this.start;
    if (principal === undefined || principal === this.principal) return;
    throw new ProtocolError('MCP_INVALID_PARAMS', 'The request state belongs to another caller');
  }

  #answerTo(question: Question, name: string): object | undefined {
    const bound = this.start.answers.get(name);
    // Consent to one question is none to another: a changed question is asked anew.
    if (!bound || (bound.digest !== undefined && bound.digest !== question.digest))
      return undefined;
    const { given } = bound;
    if ('refusal' in given) throw new McpError('INPUT_REFUSED', given.refusal, { status: 422 });
    const answer = readAnswer(question.request, given.answer);
    const taken = { digest: question.digest, given: { answer } };
    if (answer) (this.#taken ??= new Map()).set(name, taken);
    return answer;
  }

  #nextKey(method: InputRequest['method']): string {
    const kind = KINDS[method];
    const counts = (this.#counts ??= new Map<string, number>());
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return `${kind}_${count}`;
  }

  #requireCapability(request: InputRequest): void {
    const { clientCapabilities, dialect } = this.scope;
    const missing = missingCapabilities(request, clientCapabilities);
    if (!missing) return;
    const forgotten = this.#whyForgotten();
    const message = `The call needs the client capability ${JSON.stringify(missing)}${forgotten}`;
    throw new ProtocolError('MCP_CAPABILITY_REQUIRED', message, {
      status: dialect.capabilityRequired,
      data: { requiredCapabilities: missing },
    });
  }

  /** In the handshake era a client says once what it can do: somebody must have kept it. */
  #whyForgotten(): string {
    const { context, dialect, memory } = this.scope;
    if (dialect.stateless || memory) return '';
    if (context.transport !== 'http') return ', and a single request in process cannot be asked';
    return ', and no session to remember one: set `sessions: {}` in McpModule.forRoot()';
  }
}

const NO_QUESTIONS: ReadonlyMap<string, Question> = new Map();
const NO_ANSWERS: ReadonlyMap<string, BoundAnswer> = new Map();

const KINDS: Readonly<Record<InputRequest['method'], string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};
