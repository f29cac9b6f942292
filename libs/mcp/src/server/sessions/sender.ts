import type { Identity } from '../bus/mcp-bus.js';
import { ANONYMOUS } from '../principal.js';

/** Whether two messages of one session come from one sender: by the credentials, or by the user. */
export function isSameSender(a: Identity, b: Identity): boolean {
  // A user keeps the name when a token is renewed; credentials stay when no guard names a user. That
  // both have shown none says nothing: their guards may tell them apart by something else.
  return a.principal === b.principal || (a.presented === b.presented && a.presented !== ANONYMOUS);
}
