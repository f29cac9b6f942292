import {
  ForbiddenException,
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { CallerRequest } from './caller.js';
import { Roles } from './roles.decorator.js';

/** Lets a caller through who has the role that `@Roles()` asks for. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const role = this.reflector.getAllAndOverride(Roles, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!role) return true;
    const { user } = context.switchToHttp().getRequest<CallerRequest>();
    if (!user) throw new UnauthorizedException(`This needs an API key with the role "${role}".`);
    if (!user.roles.includes(role)) {
      throw new ForbiddenException(`${user.name} does not have the role "${role}".`);
    }
    return true;
  }
}
