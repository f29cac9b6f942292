import type { McpCallContext } from '../context/call-context.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import type { Awaitable } from '../wire/awaitable.js';

/** What the pipeline made of a call: the handler's value, or what it wrote to the response. */
export interface Outcome {
  /** HTTP status that the route would have answered. */
  readonly status: number;
  /** The handler's value, or what was written to the response; an error's answer where there is one. */
  readonly value: unknown;
  /** What a guard, interceptor, handler or filter wrote; lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Set when something was thrown: the original, even where a filter made an answer of it. */
  readonly error?: unknown;
  /** Where the error was thrown: a refusal by a guard may fail the whole message (DESIGN §8). */
  readonly phase?: 'guards' | 'handler';
  /** The application's own exception filter answered: `value` is meant for the caller, unmasked. */
  readonly answered?: boolean;
  /** The arguments were refused by a `ValidationPipe` or by our own check. */
  readonly invalid?: boolean;
  /** What our own check found, even where the pipes' exception was the one thrown. */
  readonly issues?: readonly ArgumentIssue[];
  /** The caller left or the time was over: `error` is the signal's reason. */
  readonly aborted?: boolean;
  /** Target of a 3xx answer. */
  readonly location?: string;
}

/**
 * A method with its whole chain: arguments in, outcome out.
 *
 * Rejects only with a `ProtocolError` (the message itself is refused) or with an input request on its
 * way to the server (`call.elicit()`).
 */
export interface Invoker {
  (args: Readonly<Record<string, unknown>>, call: McpCallContext): Promise<Outcome>;
  /** @param finish makes of the outcome what is wanted, without a promise more */
  <Result>(
    args: Readonly<Record<string, unknown>>,
    call: McpCallContext,
    finish: (outcome: Outcome) => Awaitable<Result>,
  ): Promise<Result>;
}
