import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { CallerThrottlerGuard } from './caller-throttler.guard.js';
import { callsPerMinute } from './calls-per-minute.js';

/** Import it behind `AuthModule`: who calls must be known by then. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      useFactory: () => [{ ttl: 60_000, limit: callsPerMinute(process.env) }],
    }),
  ],
  providers: [{ provide: APP_GUARD, useClass: CallerThrottlerGuard }],
})
export class RateLimitModule {}
