import { Logger } from '@nestjs/common';
import type { McpCallContext } from '../context/call-context.js';
import { CREDENTIAL_HEADERS } from '../context/credential-headers.js';
import { ProtocolError } from '../errors/protocol.error.js';
import type { OnMasked } from '../errors/to-rpc-error.js';
import { challengeOf } from '../protocol/challenge.js';
import { META, type CallToolResult, type ContentBlock } from '../protocol/messages.js';
import { describeFailure, type Failure } from './failure.js';
import type { Outcome } from './invoker.js';
import { serialise } from './json-text.js';

/** How failed calls are answered. */
export interface ErrorResultOptions {
  /** Headers that carry credentials, lower-case. @default authorization, x-api-key, cookie */
  readonly credentialHeaders?: readonly string[];
  /** OAuth is configured: a call without credentials is answered by a challenge as well. */
  readonly oauth?: boolean;
  /** Value of `WWW-Authenticate`, unless the application wrote one. @default a bare `Bearer` */
  readonly challenge?: (call: McpCallContext) => string;
  /** Told about masked errors. @default writes them to Nest's log */
  readonly onMasked?: OnMasked;
}

/**
 * Turns a failed outcome into a result that the model can read: `<CODE>: <message>`, and what the
 * application says as data in a second block.
 *
 * @throws ProtocolError `MCP_UNAUTHORIZED` when a guard refused the credentials of an HTTP request
 * (DESIGN §8: the whole request is answered by 401)
 */
export function toErrorResult(
  outcome: Outcome,
  call: McpCallContext,
  options: ErrorResultOptions = {},
): CallToolResult {
  const failure = describeFailure(outcome, options.onMasked ?? logMasked(call));
  if (refusesMessage(outcome, failure, call, options)) {
    throw unauthorized(outcome, failure, call, options);
  }
  const { code, status, message, details, body } = failure;
  const content: ContentBlock[] = [{ type: 'text', text: `${code}: ${message}` }];
  const json = body && jsonOf(body);
  if (json !== undefined) content.push({ type: 'text', text: json });
  const retryAfter = outcome.headers['retry-after'];
  return {
    content,
    isError: true,
    _meta: {
      [META.error]: {
        code,
        status,
        ...(details === undefined ? {} : { details: plain(details) }),
        ...(retryAfter === undefined ? {} : { retryAfter }),
      },
    },
  };
}

/** What the handler itself throws is always a result; so is everything where HTTP has no part. */
function refusesMessage(
  { phase }: Outcome,
  { status }: Failure,
  call: McpCallContext,
  { oauth, credentialHeaders = CREDENTIAL_HEADERS }: ErrorResultOptions,
): boolean {
  if (status !== 401 || phase !== 'guards' || call.transport !== 'http') return false;
  return Boolean(oauth) || credentialHeaders.some((name) => call.headers[name] !== undefined);
}

function unauthorized(
  { headers, error }: Outcome,
  { message }: Failure,
  call: McpCallContext,
  { challenge = () => challengeOf({}) }: ErrorResultOptions,
): ProtocolError {
  const own = headers['www-authenticate'] as string | undefined;
  return new ProtocolError('MCP_UNAUTHORIZED', message, {
    cause: error,
    headers: { 'www-authenticate': own ?? challenge(call) },
  });
}

const log = new Logger('Toolport');

function logMasked({ kind, name }: McpCallContext): OnMasked {
  return (error, reference) => {
    const cause = error instanceof Error ? error.stack : error;
    log.error(`The ${kind} ${name} failed (ref ${reference}): ${String(cause)}`);
  };
}

function jsonOf(body: object): string | undefined {
  try {
    return serialise(body).json;
  } catch {
    return undefined;
  }
}

/** Details travel in the message as data: without BigInts, cycles and the like. */
function plain(details: unknown): unknown {
  const json = typeof details === 'object' && details !== null ? jsonOf(details) : undefined;
  return json === undefined ? String(details) : (JSON.parse(json) as unknown);
}
