import { STATUS_CODES as REASONS } from 'node:http';
import { isMcpError } from '../errors/mcp.error.js';
import { newReference, type OnMasked } from '../errors/to-rpc-error.js';
import { STATUS_CODES } from '../protocol/error-codes.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { speaksForItself } from './default-answer.js';
import { codeIn, messagesIn, saysMore } from './error-body.js';
import type { Outcome } from './invoker.js';
import {
  assertWithin,
  DEFAULT_RESULT_LIMIT,
  ResultTooLargeError,
  textsOf,
} from './result-limit.js';
import { statusOf } from './run-filters.js';
import { withIssues } from './unsaid-issues.js';

/** A failed operation in the words that the caller may read. */
export interface Failure {
  /** Upper-case token. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** For machines: goes into `_meta`. */
  readonly details?: unknown;
  /** What the application itself says about the failure, as data. */
  readonly body?: object;
}

/**
 * Describes a failed outcome. Anything but what the application said on purpose is masked: the
 * caller gets a reference, `onMasked` the cause under it.
 */
export function describeFailure(
  outcome: Outcome,
  onMasked: OnMasked,
  limit = DEFAULT_RESULT_LIMIT,
): Failure {
  const failure = describe(outcome, onMasked);
  if (isWithin(limit, failure)) return failure;
  const { code, message } = new ResultTooLargeError(limit);
  return { code, status: failure.status, message };
}

/** Of what no JSON can carry, nothing but the message goes out. */
function isWithin(limit: number, failure: Failure): boolean {
  try {
    assertWithin(limit, textsOf(failure));
    return true;
  } catch (error) {
    return !(error instanceof ResultTooLargeError) && isWithin(limit, withoutData(failure));
  }
}

function withoutData({ code, status, message }: Failure): Failure {
  return { code, status, message };
}

function describe(outcome: Outcome, onMasked: OnMasked): Failure {
  const { error, aborted, answered } = outcome;
  if (isMcpError(error)) {
    const { code, status, message, details } = error;
    return { code, status, message, details, ...(isJsonObject(details) ? { body: details } : {}) };
  }
  if (aborted) return describeAbort(outcome.status);
  const isAnswer = answered || error === undefined;
  if (isAnswer || speaksForItself(error)) return describeAnswer(outcome, isAnswer);
  const reference = newReference();
  onMasked(error, reference);
  const message = `Internal server error (ref ${reference})`;
  return { code: 'INTERNAL', status: 500, message };
}

function describeAbort(status: number): Failure {
  return STATUS_CODES[status] === 'TIMEOUT'
    ? { code: 'TIMEOUT', status, message: 'The call took longer than it may' }
    : { code: 'CANCELLED', status, message: 'The call was cancelled' };
}

/** @param isOwn the application wrote the answer, it is not Nest's standard one */
function describeAnswer(outcome: Outcome, isOwn: boolean): Failure {
  const { error, value, invalid, issues, location } = outcome;
  const status = outcome.status >= 400 ? outcome.status : statusOf(error);
  const byStatus = STATUS_CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL');
  const code = codeIn(value) ?? codeIn(error) ?? (invalid ? 'VALIDATION_FAILED' : byStatus);
  const said = location ?? messagesIn(value) ?? REASONS[status] ?? 'Failed';
  return {
    code,
    status,
    message: issues ? withIssues(said, issues) : said,
    ...(issues ? { details: { issues } } : {}),
    ...(isJsonObject(value) && (isOwn || saysMore(value)) ? { body: value } : {}),
  };
}
