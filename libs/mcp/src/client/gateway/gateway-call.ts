import { randomUUID } from 'node:crypto';
import { isInputRequest } from '../../context/input-request.js';
import type { McpCallContext } from '../../context/call-context.js';
import type { ExecuteOptions, ToolProgress, ToolResult } from '../../registry/tool.js';
import { toAnswer, type Answer, type Question } from './questions.js';

interface OpenQuestion {
  readonly key: string;
  readonly question: Question;
  readonly answer: (answer: Answer) => void;
}

/**
 * A call of a remote server that goes on while our own caller is asked something: our call unwinds
 * and comes again with the answer, the remote one waits meanwhile.
 */
export class GatewayCall {
  /** Unguessable: who knows it may go on with the call. */
  readonly id = `gateway-${randomUUID()}`;
  readonly #remote = new AbortController();
  readonly #open: OpenQuestion[] = [];
  readonly #result: Promise<ToolResult>;
  #asked = 0;
  #wake: (() => void) | undefined;
  #onProgress: ((progress: ToolProgress) => void) | undefined;

  /** @param execute begins the remote call */
  constructor(execute: (options: ExecuteOptions) => Promise<ToolResult>) {
    this.#result = execute({
      signal: this.#remote.signal,
      onProgress: (progress) => this.#onProgress?.(progress),
    });
    // Between two rounds nobody waits for it.
    this.#result.catch(() => {});
  }

  /** Resolves, whatever becomes of the remote call. */
  get settled(): Promise<unknown> {
    return this.#result.catch(() => {});
  }

  /** A question of the remote server; resolves with what our caller answers. */
  ask(question: Question): Promise<Answer> {
    return new Promise((answer) => {
      this.#open.push({ key: `${this.id}-${++this.#asked}`, question, answer });
      this.#wake?.();
    });
  }

  /**
   * One round: until the remote call has an answer, or our caller must be asked.
   *
   * @throws an input request, with the remote call waiting; whatever the remote call failed with
   */
  async round(call: McpCallContext, options: ExecuteOptions): Promise<ToolResult> {
    const { signal } = options;
    const cancel = () => this.cancel(signal?.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    this.#onProgress = options.onProgress;
    try {
      return await this.#untilResult(call);
    } catch (error) {
      if (!isInputRequest(error)) this.cancel(error);
      throw error;
    } finally {
      this.#onProgress = undefined;
      signal?.removeEventListener('abort', cancel);
    }
  }

  cancel(reason: unknown): void {
    this.#remote.abort(reason);
    for (const { answer } of this.#open.splice(0)) answer({ action: 'cancel' });
  }

  async #untilResult(call: McpCallContext): Promise<ToolResult> {
    for (;;) {
      const asked = new Promise<undefined>((resolve) => (this.#wake = () => resolve(undefined)));
      if (this.#open.length > 0) this.#wake?.();
      const result = await Promise.race([this.#result, asked]);
      if (result) return result;
      await this.#answerAll(call);
    }
  }

  /** All that is open at once, so that the caller is asked once and not once for each. */
  async #answerAll(call: McpCallContext): Promise<void> {
    const outcomes = await Promise.allSettled(
      [...this.#open].map(async (open) => {
        const answer = await askCaller(call, open);
        this.#open.splice(this.#open.indexOf(open), 1);
        open.answer(answer);
      }),
    );
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }
}

/** A caller who cannot be asked has not consented: the remote server is told that nobody answered. */
async function askCaller(call: McpCallContext, { question, key }: OpenQuestion): Promise<Answer> {
  try {
    if (question.mode === 'url') return toAnswer(await call.elicit(question, { key }));
    return toAnswer(await call.elicit(question, { key }));
  } catch (error) {
    if (isInputRequest(error)) throw error;
    return { action: 'cancel' };
  }
}
