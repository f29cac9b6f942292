import { isJsonObject } from '../protocol/json-rpc.js';
import { isMcpError } from '../errors/mcp.error.js';
import { causesOf, codeOf, dataOf, messageOf } from './error-words.js';
import { RemoteError } from './remote.error.js';
import { STREAM_ENDED_DATA } from './transports/wire-id.transport.js';

/** What the SDK says when it finds that a result breaks the tool's own output schema. */
const BROKEN_OUTPUT =
  /^(Tool .* has an output schema but|Structured content does not match|Failed to validate)/s;
/** Words of servers that answer 400 instead of 404 to a session they do not know. */
const NO_SESSION = /session|not initialized/i;

/** Whatever a call failed with, as the caller gets it. */
export function toRemoteError(thrown: unknown, server: string): Error {
  if (thrown instanceof RemoteError || isMcpError(thrown)) return thrown;
  const because = `${server}: ${wordsFor(thrown)}`;
  if (needsLogin(thrown)) {
    return new RemoteError('REMOTE_UNAUTHORIZED', because, { cause: thrown });
  }
  if (isConnectionLoss(thrown)) {
    return new RemoteError('REMOTE_CONNECTION_LOST', because, { cause: thrown });
  }
  if (isBrokenResult(thrown)) {
    return new RemoteError('REMOTE_INVALID_RESULT', because, { cause: thrown });
  }
  if (isNetworkFailure(thrown)) {
    return new RemoteError('REMOTE_UNAVAILABLE', because, { cause: thrown });
  }
  const code = codeOf(thrown);
  const details = typeof code === 'number' ? { code, data: boundedData(thrown) } : undefined;
  return new RemoteError('REMOTE_FAULT', because, { cause: thrown, details });
}

/** Characters of another server's words, and of its data, that go on to our caller. */
const LONGEST_WORDS = 2000;

/**
 * What the caller may read. An HTTP error brings the body along, whatever the server wrote into it;
 * the words of a socket name addresses within our network. Both are the cause, for the log.
 */
function wordsFor(thrown: unknown): string {
  const status = statusOf(thrown);
  if (typeof status === 'number') return `the server answered with the HTTP status ${status}`;
  if (wasNeverSent(thrown)) return 'the server cannot be reached';
  if (isNetworkFailure(thrown)) return 'the connection to the server broke';
  const words = messageOf(thrown);
  return words.length > LONGEST_WORDS ? `${words.slice(0, LONGEST_WORDS)}...` : words;
}

function boundedData(thrown: unknown): unknown {
  const data = dataOf(thrown);
  return (JSON.stringify(data)?.length ?? 0) > LONGEST_WORDS ? undefined : data;
}

/** 401 or 403, or an OAuth flow that did not come to a token. */
export function needsLogin(thrown: unknown): boolean {
  const status = statusOf(thrown);
  if (status === 401 || status === 403) return true;
  return causesOf(thrown).some((error) => error instanceof Error && LOGIN.test(error.name));
}

const LOGIN = /Unauthorized|OAuth|InsufficientScope|IssuerMismatch|AuthorizationServer/;

/**
 * The server forgot our session, so it did not look at the request: it may be sent again.
 *
 * By the specification 404; some servers answer 400 with a word about the session.
 */
export function isSessionLost(thrown: unknown, sessionId: string | undefined): boolean {
  if (sessionId === undefined) return false;
  const status = statusOf(thrown);
  return status === 404 || (status === 400 && NO_SESSION.test(messageOf(thrown)));
}

/** Nothing of the request left this process. */
export function wasNeverSent(thrown: unknown): boolean {
  if (codeOf(thrown) === 'NOT_CONNECTED' || messageOf(thrown) === 'Not connected') return true;
  return causesOf(thrown).some((error) => UNREACHABLE.has(codeOf(error)));
}

/** The server could not be reached, or not any more; no answer of it tells so. */
export function isNetworkFailure(thrown: unknown): boolean {
  if (wasNeverSent(thrown)) return true;
  return causesOf(thrown).some(
    (error) => messageOf(error).startsWith('fetch failed') || SOCKET.test(String(codeOf(error))),
  );
}

const UNREACHABLE = new Set<unknown>([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** Codes of Node's sockets and of its fetch, save those that say that we gave up ourselves. */
const SOCKET = /^(E[A-Z]{4,}|UND_ERR_(?!ABORTED|INVALID).*)$/;

function isConnectionLoss(thrown: unknown): boolean {
  if (codeOf(thrown) === 'CONNECTION_CLOSED' || isStreamEnd(thrown)) return true;
  return isNetworkFailure(thrown) && !wasNeverSent(thrown);
}

function isStreamEnd(thrown: unknown): boolean {
  const data = dataOf(thrown);
  return isJsonObject(data) && data.toolport === STREAM_ENDED_DATA.toolport;
}

function isBrokenResult(thrown: unknown): boolean {
  const code = codeOf(thrown);
  if (code === 'INVALID_RESULT' || code === 'UNSUPPORTED_RESULT_TYPE') return true;
  return BROKEN_OUTPUT.test(messageOf(thrown));
}

function statusOf(thrown: unknown): unknown {
  const data = dataOf(thrown);
  return isJsonObject(data) ? data.status : undefined;
}
