import { HttpException } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';

/** What Nest answers to an error that no filter caught. */
export interface DefaultAnswer {
  readonly status: number;
  readonly value: unknown;
}

/** Nest's own answer to an error, value for value (`BaseExceptionFilter`). */
export function defaultAnswer(error: unknown): DefaultAnswer {
  if (error instanceof HttpException) {
    const response = error.getResponse();
    const status = error.getStatus();
    const { errorCode } = error as { errorCode?: unknown };
    const named = errorCode === undefined ? {} : { errorCode };
    // An Error as response is never sent: it may hold anything.
    if (response instanceof Error) return { status, value: standardBody(status) };
    const value =
      typeof response === 'object' ? response : { statusCode: status, message: response, ...named };
    return { status, value };
  }
  if (isHttpError(error)) {
    const { statusCode, message, expose } = error;
    const shown = expose === false ? (STATUS_CODES[statusCode] ?? INTERNAL) : message;
    return { status: statusCode, value: { statusCode, message: shown } };
  }
  return { status: 500, value: { statusCode: 500, message: INTERNAL } };
}

/** Whether the error says by itself what may be answered: everything else is masked. */
export function speaksForItself(error: unknown): boolean {
  return error instanceof HttpException || isHttpError(error);
}

function standardBody(status: number): object {
  return { statusCode: status, message: STATUS_CODES[status] ?? 'Error' };
}

const INTERNAL = 'Internal server error';

interface HttpError {
  readonly statusCode: number;
  readonly message: string;
  readonly expose?: boolean;
}

/** Errors of Fastify and of the `http-errors` package, and thrown values of their shape. */
function isHttpError(error: unknown): error is HttpError {
  if (typeof error !== 'object' || error === null) return false;
  const { statusCode, message, expose, code, status } = error as Record<string, unknown>;
  if (!Number.isInteger(statusCode) || typeof message !== 'string') return false;
  if (!(error instanceof Error)) {
    return message !== '' && (statusCode as number) >= 400 && (statusCode as number) < 600;
  }
  if (typeof expose === 'boolean') return status === statusCode;
  const ofFastify = error.constructor.name === 'FastifyError' || code === 'FST_ERR_VALIDATION';
  return ofFastify && typeof code === 'string';
}
