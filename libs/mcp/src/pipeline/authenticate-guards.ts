import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { NestCreators } from './nest-creators.js';

/** Guards that look at credentials, on every message that carries some. */
export interface Authentication {
  readonly guards: readonly AuthenticationGuard[];
  /** Headers that carry credentials, lower-case. */
  readonly credentialHeaders: readonly string[];
}

/** One of them. */
export interface AuthenticationGuard {
  readonly guard: CanActivate;
  /** Named by its class: any instance that Nest makes of it is the same guard. */
  readonly byClass: boolean;
}

/**
 * Puts the guards ahead of all others, wherever guards are compiled: for calls and for what is no
 * call. A chain that holds the same guard already is left to it: no guard runs twice.
 */
export function withAuthentication(
  creators: NestCreators,
  { guards, credentialHeaders }: Authentication,
): NestCreators {
  const conditional = guards.map((given) => ({
    given,
    guard: new CredentialsGuard(given.guard, credentialHeaders),
  }));
  return {
    ...creators,
    guards: {
      create: (...place) => {
        const own = creators.guards.create(...place);
        const missing = conditional.filter(({ given }) => !own.some((one) => isSame(given, one)));
        return [...missing.map(({ guard }) => guard), ...own];
      },
    },
  };
}

/**
 * Two instances that somebody made by hand may be set differently, and all plain objects have one
 * class: neither stands in for the other.
 */
function isSame({ guard, byClass }: AuthenticationGuard, other: CanActivate): boolean {
  const type = guard.constructor;
  return guard === other || (byClass && type !== Object && type === other.constructor);
}

/** The name of a guard's class; one of `authenticate` is asked about credentials only, and says so. */
export function guardName(guard: CanActivate): string {
  if (guard instanceof CredentialsGuard) return `${guardName(guard.guard)} (for credentials)`;
  const { name } = guard.constructor;
  // `useGlobalGuards({ canActivate: … })`: an object that has no class.
  return name === 'Object' ? 'anonymous' : name;
}

/** Whether it comes of `authenticate`: it decides about the message, not about the tool. */
export function isForCredentials(guard: CanActivate): boolean {
  return guard instanceof CredentialsGuard;
}

/** Asks its guard only about requests with credentials: anonymous callers are the others' business. */
class CredentialsGuard implements CanActivate {
  constructor(
    readonly guard: CanActivate,
    private readonly headers: readonly string[],
  ) {}

  canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const { headers } = context
      .switchToHttp()
      .getRequest<{ headers: Readonly<Record<string, unknown>> }>();
    const presented = this.headers.some((name) => headers[name] !== undefined);
    return presented ? this.guard.canActivate(context) : true;
  }
}
