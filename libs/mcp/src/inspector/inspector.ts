import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ProtocolError } from '../errors/protocol.error.js';
import type { SetupProblem } from '../errors/setup.error.js';
import type { MessageContext } from '../server/message-context.js';
import type { InspectorPolicy } from '../server/server.options.js';
import { isFromThisMachine } from './local-caller.js';

/** Where the page lies, under each path of the endpoint. */
export const PAGE_NAME = '/inspector';

/**
 * Who may look behind the tools: somebody on this machine who has read the application's log, where the
 * token stands. It is made anew at each start and kept nowhere.
 */
export class Inspector implements InspectorPolicy {
  readonly token = randomBytes(24).toString('base64url');
  #notices: readonly SetupProblem[] = [];

  /** @throws ProtocolError `MCP_FORBIDDEN` */
  admit(token: unknown, context: MessageContext): void {
    const { headers, remoteAddress, request } = context;
    if (!isFromThisMachine({ headers, remoteAddress, request })) throw notFromHere();
    if (typeof token === 'string' && isSame(token, this.token)) return;
    const message =
      'The inspector wants the token of this start: open the link that the application has logged';
    throw new ProtocolError('MCP_FORBIDDEN', message);
  }

  notices(): readonly SetupProblem[] {
    return this.#notices;
  }

  /** Takes what a boot had to say; the last one counts. */
  report(notices: readonly SetupProblem[]): void {
    this.#notices = [...notices];
  }
}

/** The refusal of whoever comes from another machine. */
export function notFromHere(): ProtocolError {
  const message =
    'The inspector answers on the machine of the application alone, and not through a proxy; ' +
    'from another one, forward the port (ssh -L, kubectl port-forward)';
  return new ProtocolError('MCP_FORBIDDEN', message);
}

/** In a time that tells nothing, not even of the length. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
