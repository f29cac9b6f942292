import { Module, type INestApplication, type ModuleMetadata } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, type McpModuleOptions } from 'nest-toolport';
import { createMcpTestClient, type McpTestClient } from 'nest-toolport/testing';

/** An application without a port, and what it warned of while it started. */
export interface Booted {
  readonly app: INestApplication;
  readonly warnings: string;
  readonly client: McpTestClient;
}

/** Starts an application of these controllers and providers; a boot fault rejects. */
export async function booted(
  parts: Pick<ModuleMetadata, 'controllers' | 'providers'>,
  options: McpModuleOptions = {},
): Promise<Booted> {
  const lines: string[] = [];
  const silent = (): void => undefined;
  const logger = { log: silent, error: silent, warn: (line: string) => void lines.push(line) };
  @Module({ imports: [McpModule.forRoot(options)], ...parts })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger, abortOnError: false });
  await app.init();
  return { app, warnings: lines.join('\n'), client: createMcpTestClient(app) };
}
