import { Module } from '@nestjs/common';
import { McpModule } from 'nest-toolport';
import { McpClientModule } from 'nest-toolport/client';
import { AgentController } from './agent.controller.js';
import { AgentService } from './agent.service.js';
import { ClockService } from './clock.service.js';
import { KeywordModel } from './keyword-model.js';

@Module({
  imports: [
    McpModule.forRoot({ name: 'agent' }),
    McpClientModule.forRoot({
      servers: {
        books: {
          url: process.env.BOOKS_URL ?? 'http://127.0.0.1:3001/mcp',
          // The gateway: our own endpoint serves what reads, and nothing that changes books.
          expose: { include: ['books_find', 'books_get'] },
        },
      },
    }),
  ],
  controllers: [AgentController],
  providers: [AgentService, ClockService, KeywordModel],
})
export class AppModule {}
