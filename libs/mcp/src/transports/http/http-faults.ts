import { ProtocolError } from '../../errors/protocol.error.js';

/** The faults that only HTTP knows, each naming its remedy. */

export function notAcceptable(): ProtocolError {
  const message = 'Accept must name application/json, text/event-stream, or both';
  return new ProtocolError('MCP_NOT_ACCEPTABLE', message);
}

export function noStream(): ProtocolError {
  return new ProtocolError('MCP_NOT_ACCEPTABLE', 'Accept must name text/event-stream');
}

/** @param allow the verbs that are served, as the header `Allow` lists them */
export function notAllowed(method: string | undefined, allow: string): ProtocolError {
  const message = `${method} is not served here; use ${allow}`;
  return new ProtocolError('MCP_METHOD_NOT_ALLOWED', message, { headers: { allow } });
}

export function shuttingDown(): ProtocolError {
  return new ProtocolError('MCP_SHUTTING_DOWN', 'The server is shutting down');
}

export function mediaType(what: string): ProtocolError {
  return new ProtocolError('MCP_MEDIA_TYPE', `${what}; use Content-Type: application/json`);
}

/** @param limit bytes */
export function tooLarge(limit: number): ProtocolError {
  const message = `The body is longer than ${limit} bytes, the server's http.bodyLimit`;
  return new ProtocolError('MCP_TOO_LARGE', message, { data: { limit } });
}

/** @param timeout milliseconds */
export function tooSlow(timeout: number): ProtocolError {
  const message = `The body did not arrive within ${timeout} ms, the server's http.bodyTimeout`;
  return new ProtocolError('MCP_INVALID_REQUEST', message, { status: 408 });
}

export function incomplete(): ProtocolError {
  return new ProtocolError('MCP_PARSE', 'The body is incomplete');
}

/** Somebody else has read it, and what was made of it was not held to our limits. */
export function alreadyRead(): ProtocolError {
  const message =
    'The body was read before the request came here: rewrite its path ahead of the body parser';
  return new ProtocolError('MCP_INVALID_REQUEST', message, { status: 500 });
}

/** @param option the server's option that would let it through */
export function refused(header: string, value: string | undefined, option: string): ProtocolError {
  const what = value === undefined ? `A request without ${header}` : `${header} ${quote(value)}`;
  const message = `${what} is not allowed here; the server's option ${option} lists what is`;
  return new ProtocolError('MCP_FORBIDDEN', message, { data: { option } });
}

/** A header is the peer's text: cut, so that it cannot blow up the answer. */
export function quote(value: string): string {
  return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
