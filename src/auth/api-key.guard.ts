import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiKeys } from './api-keys.js';
import type { CallerRequest } from './caller.js';
import { callerOf } from './oauth.js';

/**
 * Finds out who sends the request: `Authorization: ApiKey <key>`, or the access token that the MCP
 * endpoint has checked. On REST routes nobody checks one, so there it is refused.
 *
 * No credentials means anonymous, which `RolesGuard` judges; credentials that are wrong are refused
 * whatever they are for.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: ApiKeys) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CallerRequest>();
    if (request.auth) {
      request.user = callerOf(request.auth);
      return true;
    }
    const credentials = request.headers.authorization;
    if (credentials === undefined) return true;
    const key = /^ApiKey +(\S+)$/i.exec(credentials)?.[1];
    const caller = key && this.keys.find(key);
    if (!caller) {
      throw new UnauthorizedException(
        'The API key is not valid; send "Authorization: ApiKey <key>".',
      );
    }
    request.user = caller;
    return true;
  }
}
