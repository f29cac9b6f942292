import type { McpCallContext } from '../context/call-context.js';

/** What the pipeline made of a call: the handler's value, or what it wrote to the response. */
export interface Outcome {
  /** HTTP status that the route would have answered. */
  readonly status: number;
  /** The handler's (or a filter's) value. */
  readonly value: unknown;
  /** What a guard, interceptor, handler or filter wrote; lower-case names. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** Set when the value is an error's answer. */
  readonly error?: unknown;
  /** Where the error was thrown: a refusal by a guard may fail the whole message (DESIGN §8). */
  readonly phase?: 'guards' | 'handler';
  /** Target of a 3xx answer. */
  readonly location?: string;
}

/** A method with its whole chain: arguments in, outcome out; never rejects but for input requests. */
export type Invoker = (
  args: Readonly<Record<string, unknown>>,
  call: McpCallContext,
) => Promise<Outcome>;
