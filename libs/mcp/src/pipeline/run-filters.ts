import { HttpException, type ArgumentsHost } from '@nestjs/common';
import { isObservable } from 'rxjs';
import type { BoundFilter } from './nest-creators.js';
import { isThenable } from '../wire/awaitable.js';
import type { CallResponse } from './synthetic-response.js';

/**
 * How long a filter that neither answered nor failed may take to answer later, milliseconds. On the
 * route such a request hangs for good.
 */
const LATE_ANSWER_TIME = 1_000;

/** What became of an error. */
export interface FilteredError {
  /** The error that counts: the filter's own where it threw another. */
  readonly error: unknown;
  /** Whether the response holds the filter's answer. */
  readonly answered: boolean;
}

/**
 * Hands an error to the first filter that catches it: method, class, global. A filter may answer by
 * the response or by returning a body, at once or later; where it throws, the global ones are asked
 * about what it threw, as Nest's outer exception layer does.
 */
export async function runFilters(
  error: unknown,
  filters: readonly BoundFilter[],
  globals: readonly BoundFilter[],
  host: ArgumentsHost,
  response: CallResponse,
): Promise<FilteredError> {
  const filter = filters.find((candidate) => catches(candidate, error));
  if (!filter) return { error, answered: false };
  try {
    return { error, answered: await ask(filter, error, host, response) };
  } catch (thrown) {
    if (response.replied) return { error, answered: true };
    if (filters === globals) return { error: thrown, answered: false };
    return runFilters(thrown, globals, globals, host, response);
  }
}

function catches({ exceptionMetatypes }: BoundFilter, error: unknown): boolean {
  return (
    exceptionMetatypes.length === 0 || exceptionMetatypes.some((type) => error instanceof type)
  );
}

async function ask(
  filter: BoundFilter,
  error: unknown,
  host: ArgumentsHost,
  response: CallResponse,
): Promise<boolean> {
  const returned = filter.func(error, host);
  const value = isThenable(returned) ? await returned : returned;
  if (response.replied) return true;
  // Filters of other contexts (RPC, GraphQL) return a stream or the error: nothing for an HTTP caller.
  if (isObservable(value) || value instanceof Error) return false;
  if (value === undefined || value === response) return answersLater(response);
  if (response.statusCode < 400) response.status(statusOf(error));
  response.send(value);
  return true;
}

function answersLater(response: CallResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(), LATE_ANSWER_TIME);
    const done = (): void => {
      clearTimeout(timer);
      response.off('finish', done);
      resolve(response.replied);
    };
    response.once('finish', done);
  });
}

/** The HTTP status that an error stands for. */
export function statusOf(error: unknown): number {
  return error instanceof HttpException ? error.getStatus() : 500;
}
