import { Logger } from '@nestjs/common';
import type { McpCallContext } from '../context/call-context.js';
import type { OnMasked } from '../errors/to-rpc-error.js';
import { META, type CallToolResult, type ContentBlock } from '../protocol/messages.js';
import { describeFailure } from './failure.js';
import type { Outcome } from './invoker.js';
import { serialise } from './serialise.js';
import { messageRefusal, type RefusalOptions } from './message-refusal.js';

/** How failed calls are answered. */
export interface ErrorResultOptions extends RefusalOptions {
  /** Told about masked errors. @default writes them to Nest's log */
  readonly onMasked?: OnMasked;
  /** Bytes of one result. @default 4 MiB */
  readonly resultLimit?: number;
}

/**
 * Turns a failed outcome into a result that the model can read: `<CODE>: <message>`, and what the
 * application says as data in a second block.
 *
 * @throws ProtocolError where a guard refused the whole HTTP request; see `messageRefusal`
 */
export function toErrorResult(
  outcome: Outcome,
  call: McpCallContext,
  options: ErrorResultOptions = {},
): CallToolResult {
  const { onMasked = logMasked(call), resultLimit } = options;
  const failure = describeFailure(outcome, onMasked, resultLimit);
  const refusal = messageRefusal(outcome, failure, call, options);
  if (refusal) throw refusal;
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
