import { Injectable } from '@nestjs/common';
import { ThrottlerGuard } from '@nestjs/throttler';
import type { CallerRequest } from '../auth/caller.js';

/**
 * Counts calls by caller and method: behind one address there may be many callers, and over stdio
 * there is no address. A route and the tool on the same method share one count.
 */
@Injectable()
export class CallerThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker({ user, ip }: CallerRequest): Promise<string> {
    return user ? `caller ${user.name}` : `address ${ip ?? 'none'}`;
  }
}
