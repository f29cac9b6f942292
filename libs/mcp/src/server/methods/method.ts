import type { ProtocolVersion } from '../../protocol/revisions.js';
import type { Awaitable } from '../../wire/awaitable.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';

/** One method of the protocol. */
export interface Method {
  /** The first revision that has it. @default all */
  readonly since?: ProtocolVersion;
  /** The last revision that has it. @default all */
  readonly until?: ProtocolVersion;
  /** False where this server does not offer what the method belongs to; then it is unknown. */
  readonly offered?: (core: ServerCore, scope: RequestScope) => boolean;
  /** Whether the dispatcher runs the endpoint's guards; a call runs its own instead. */
  readonly gated: boolean;
  /** The result; what it throws becomes the error. */
  handle(scope: RequestScope, core: ServerCore): Awaitable<object>;
}
