import {
  Controller,
  Get,
  Module,
  Req,
  type MiddlewareConsumer,
  type NestModule,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpTool, SetupError } from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

@Controller('bound')
class BoundController {
  @Get()
  @McpTool({ description: 'Tells who the middleware saw' })
  who(@Req() request: { who?: string }) {
    return { who: request.who ?? 'nobody' };
  }
}

function application(routeMiddleware?: 'run' | 'skip') {
  @Module({ imports: [McpModule.forRoot({ routeMiddleware })], controllers: [BoundController] })
  class AppModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer
        .apply((request: { who?: string }, _response: object, next: () => void) => {
          request.who = 'ann';
          next();
        })
        .forRoutes(BoundController);
    }
  }
  return AppModule;
}

describe('middleware that is bound to the route of a tool', () => {
  it('stops the start until somebody says what is meant', async () => {
    const app = await NestFactory.create(application(), { logger: false });
    const fault = await app.init().catch((error: unknown) => error);
    await app.close();
    expect(fault).toBeInstanceOf(SetupError);
    expect((fault as Error).message).toMatch(/BoundController\.who.*routeMiddleware: 'run'/s);
  });

  it.each([
    ['run', 'ann'],
    ['skip', 'nobody'],
  ] as const)('is held to the module’s option: %s', async (option, who) => {
    const app = await NestFactory.create(application(option), { logger: false });
    await app.init();
    const { structuredContent } = await createMcpTestClient(app).callTool('bound_who');
    await app.close();
    expect(structuredContent).toEqual({ who });
  });
});
