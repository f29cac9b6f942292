import { McpError } from '../errors/mcp.error.js';

/** Bytes of one result, unless the module says otherwise. */
export const DEFAULT_RESULT_LIMIT = 4 * 1024 * 1024;

/** Longer strings are counted as they are instead of being written as JSON first. */
const LONG = 1000;

/**
 * All that a result says, as texts to be counted: long strings by themselves, the rest as JSON.
 *
 * @throws TypeError on a cycle
 */
export function textsOf(result: unknown): readonly string[] {
  const texts: string[] = [];
  const rest = JSON.stringify(result, (_key, member: unknown) => {
    if (typeof member === 'bigint') return String(member);
    if (typeof member !== 'string' || member.length < LONG) return member;
    texts.push(member);
    return '';
  }) as string | undefined;
  texts.push(rest ?? '');
  return texts;
}

/** @throws ResultTooLargeError where the texts have more than `limit` bytes together */
export function assertWithin(limit: number, texts: readonly string[]): void {
  let characters = 0;
  for (const { length } of texts) characters += length;
  // Three bytes each at most: few results need to be counted.
  if (characters * 3 <= limit) return;
  let bytes = 0;
  for (const text of texts) bytes += Buffer.byteLength(text);
  if (bytes > limit) throw new ResultTooLargeError(limit);
}

/** The answer is larger than one result may be; the caller is told how to ask for less. */
export class ResultTooLargeError extends McpError {
  constructor(limit: number) {
    super(
      'RESULT_TOO_LARGE',
      `The answer is larger than ${limit} bytes: ask for a smaller part of it`,
    );
  }
}
