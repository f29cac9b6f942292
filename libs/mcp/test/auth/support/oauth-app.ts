import {
  Controller,
  Get,
  Module,
  Param,
  Post,
  Req,
  type CanActivate,
  type INestApplication,
  type ModuleMetadata,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule, McpTool, type McpModuleOptions } from '../../../src/index.js';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Calls that reached a method, so that a test can say that none did. */
export const reached: string[] = [];

interface AuthenticatedRequest {
  readonly user?: { readonly subject?: string };
  readonly auth?: { readonly scopes?: readonly string[] };
}

@Controller('orders')
export class OrdersController {
  @Get()
  @McpTool({ description: 'Lists orders' })
  list(@Req() { user, auth }: AuthenticatedRequest) {
    reached.push('list');
    return { caller: user?.subject ?? null, scopes: auth?.scopes ?? null };
  }

  @Post(':id/cancel')
  @McpTool({ description: 'Cancels an order', scopes: ['orders:write'] })
  cancel(@Param('id') id: string) {
    reached.push('cancel');
    return { cancelled: id };
  }
}

export interface OAuthAppOptions {
  readonly mcp: McpModuleOptions;
  readonly platform?: Platform;
  readonly guards?: readonly CanActivate[];
  readonly controllers?: ModuleMetadata['controllers'];
  /** Beside `McpModule`. */
  readonly imports?: ModuleMetadata['imports'];
  /** As the platform spells it; both know `true`. */
  readonly trustProxy?: boolean;
  /** Between `create()` and `listen()`, as `main.ts` would. */
  readonly configure?: (app: INestApplication) => void;
}

/** Starts a real app with the module on a free port of the loopback interface. */
export async function startOAuthApp(options: OAuthAppOptions) {
  const { mcp, platform = 'express', guards = [], imports = [], trustProxy = false } = options;
  @Module({
    imports: [McpModule.forRoot({ name: 'orders', version: '1.0.0', ...mcp }), ...imports],
    controllers: options.controllers ?? [OrdersController],
    providers: guards.map((useValue) => ({ provide: APP_GUARD, useValue })),
  })
  class AppModule {}
  const express = platform === 'express';
  const adapter = express ? new ExpressAdapter() : new FastifyAdapter({ trustProxy });
  const app = await NestFactory.create(AppModule, adapter, { logger: false, abortOnError: false });
  if (express)
    adapter.getInstance<{ set(k: string, v: boolean): void }>().set('trust proxy', trustProxy);
  options.configure?.(app);
  await app.listen(0, '127.0.0.1');
  const origin = await app.getUrl();
  return { app, origin };
}

/** One message of the handshake era by POST. */
export function send(
  url: string,
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  });
}
