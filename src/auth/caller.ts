import type { Request } from 'express';

export type Role = 'reader' | 'writer';

/** Who sends a request. */
export interface Caller {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** A request that has passed `ApiKeyGuard`; without a key, `user` is undefined: anonymous. */
export type CallerRequest = Request & { user?: Caller };
