import type { Identity } from '../bus/mcp-bus.js';

/** Whether two messages of one session come from one sender: by the credentials, or by the user. */
export function isSameSender(a: Identity, b: Identity): boolean {
  // A user keeps the name when a token is renewed; credentials stay when no guard names a user.
  return a.presented === b.presented || a.principal === b.principal;
}
