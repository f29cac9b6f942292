// The fixture of the official conformance suite, made with public decorators alone. It listens on
// PORT (default: any free one) and prints its URL; `npm run conformance` drives the referee.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule } from 'nest-toolport';
import { ContentTools } from './content.tools.js';
import { InputTools } from './input.tools.js';
import { TestPrimitives } from './primitives.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'toolport-conformance',
      version: '1.0.0',
      // The handshake era needs them for elicitation and sampling.
      sessions: { keys: ['only-for-the-conformance-suite-0123456789'] },
    }),
  ],
  providers: [ContentTools, InputTools, TestPrimitives],
})
class ConformanceModule {}

const app = await NestFactory.create(ConformanceModule, { logger: ['error', 'warn'] });
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
process.stdout.write(`${await app.getUrl()}/mcp\n`);
