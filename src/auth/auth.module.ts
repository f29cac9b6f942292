import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeys } from './api-keys.js';
import { RolesGuard } from './roles.guard.js';

/** Global guards, in this order: who is it, then may they. */
@Module({
  providers: [
    ApiKeys,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
})
export class AuthModule {}
