import type { Request } from 'express';
import type { McpPrincipal } from 'nest-toolport';

export const ROLES = ['reader', 'writer'] as const;
export type Role = (typeof ROLES)[number];

/** Who sends a request. */
export interface Caller {
  readonly name: string;
  readonly roles: readonly Role[];
}

/**
 * A request that has passed `ApiKeyGuard`; without a key, `user` is undefined: anonymous. `auth` is
 * Toolport's word for who sent an access token.
 */
export type CallerRequest = Request & { user?: Caller; readonly auth?: McpPrincipal };
