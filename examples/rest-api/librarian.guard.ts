import {
  Injectable,
  UnauthorizedException,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';

/** As it was before there were tools: it knows nothing of MCP. */
@Injectable()
export class LibrarianGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: { 'x-api-key'?: string } }>();
    if (headers['x-api-key'] === 'librarian') return true;
    throw new UnauthorizedException('Only librarians may do this: send X-Api-Key.');
  }
}
