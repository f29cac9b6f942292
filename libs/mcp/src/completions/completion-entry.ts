import type { McpCallContext } from '../context/call-context.js';

/** What is being typed. */
export interface CompletionRequest {
  readonly value: string;
  /** Arguments of the prompt or template that are filled in already (since 2025-06-18). */
  readonly context: Readonly<Record<string, string>>;
}

/** Values of one answer (2025-11-25, Completion). */
export const MOST_COMPLETIONS = 100;

/** Suggestions that are a part of more. */
export interface CompletionPage {
  readonly values: readonly string[];
  /** How many there are in all, where that is known. */
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** Suggests values of one argument of a prompt or resource template. Frozen. */
export interface CompletionEntry {
  /** See `completionKey`. */
  readonly name: string;
  /** `Class.method`, or `Module/Class.method` where two classes share a name. */
  readonly operationId: string;
  /** Milliseconds; overrides the server's. */
  readonly timeout?: number;
  /** Runs the whole pipeline; a list longer than the protocol allows is cut. Rejects as a prompt does. */
  complete(
    request: CompletionRequest,
    call: McpCallContext,
  ): Promise<readonly string[] | CompletionPage>;
}

/**
 * Under what an entry is found.
 *
 * @param target name of the prompt, or text of the URI template
 */
export function completionKey(
  kind: 'prompt' | 'resource',
  target: string,
  argument: string,
): string {
  return JSON.stringify([kind, target, argument]);
}
