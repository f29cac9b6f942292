import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { ApiKeys } from './api-keys.js';
import type { CallerRequest } from './caller.js';

/**
 * Finds out who sends the request: `Authorization: ApiKey <key>`.
 *
 * No credentials means anonymous, which `RolesGuard` judges; credentials that are wrong are refused
 * whatever they are for.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly keys: ApiKeys) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CallerRequest>();
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
