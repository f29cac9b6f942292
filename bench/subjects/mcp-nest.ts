import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { Payload } from '@nestjs/microservices';
import { toResult, type SubjectOptions } from './subject.js';
import { zodTools, type ZodTool } from './zod-tools.js';

/** `@rekog/mcp-nest` on Express, as its quick start has it. */
export async function start(options: SubjectOptions): Promise<number> {
  const strategy = new McpStrategy({
    name: 'shop',
    version: '1.0.0',
    transports: [new StreamableHttpTransport()],
    logging: false,
  });
  const app = await NestFactory.create(shopModule(options), { logger: ['error'] });
  strategy.setHttpAdapter(app.getHttpAdapter());
  app.connectMicroservice({ strategy });
  await app.startAllMicroservices();
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

export function shopModule(options: SubjectOptions): Type {
  @Module({ controllers: zodTools(options).map(controllerOf) })
  class ShopModule {}
  return ShopModule;
}

function controllerOf({ name, description, schema, run }: ZodTool): Type {
  @McpController()
  class ToolController {
    @Tool({ name, description, parameters: schema })
    call(@Payload() args: unknown): object {
      return toResult(run(args));
    }
  }
  return ToolController;
}
