import type { McpCallContext } from '../context/call-context.js';
import { CREDENTIAL_HEADERS } from '../context/credential-headers.js';
import { ProtocolError } from '../errors/protocol.error.js';
import { challengeOf } from '../protocol/challenge.js';
import type { Failure } from './failure.js';
import type { Outcome } from './invoker.js';

/** When a guard's refusal is that of the whole message. */
export interface RefusalOptions {
  /** Headers that carry credentials, lower-case. @default authorization, x-api-key, cookie */
  readonly credentialHeaders?: readonly string[];
  /** OAuth is configured: a call without credentials is answered by a challenge as well. */
  readonly oauth?: boolean;
  /** Value of `WWW-Authenticate`, unless the application wrote one. @default a bare `Bearer` */
  readonly challenge?: (call: McpCallContext) => string;
}

/**
 * The 401 of a whole HTTP request whose credentials a guard of the operation refused (DESIGN §8).
 * Undefined where the refusal is but the operation's own failure: what the handler itself throws, and
 * everything where HTTP has no part.
 */
export function messageRefusal(
  { phase, headers, error }: Outcome,
  { status, message }: Failure,
  call: McpCallContext,
  options: RefusalOptions,
): ProtocolError | undefined {
  if (status !== 401 || phase !== 'guards' || call.transport !== 'http') return undefined;
  const { oauth, credentialHeaders = CREDENTIAL_HEADERS } = options;
  const isPresented = credentialHeaders.some((name) => call.headers[name] !== undefined);
  if (!oauth && !isPresented) return undefined;
  const { challenge = () => challengeOf({}) } = options;
  const own = headers['www-authenticate'] as string | undefined;
  return new ProtocolError('MCP_UNAUTHORIZED', message, {
    cause: error,
    headers: { 'www-authenticate': own ?? challenge(call) },
  });
}
