import type { Readable, Writable } from 'node:stream';
import {
  Logger,
  type CanActivate,
  type ExceptionFilter,
  type INestApplicationContext,
  type NestInterceptor,
  type PipeTransform,
} from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import { VirtualAdapter } from '../pipeline/virtual-adapter.js';
import { McpServer } from '../server/mcp-server.js';
import { serveLines } from '../transports/stdio/serve-lines.js';
import type { StdioSettings } from '../transports/stdio/stdio-options.js';
import { DEFAULTS, type McpModuleOptions } from './mcp.options.js';
import { McpRuntime } from './mcp.runtime.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** What `main.ts` would give to `app.useGlobalPipes()` and its like. */
export interface StdioGlobals {
  /** @default none */
  readonly pipes?: readonly PipeTransform[];
  /** @default none */
  readonly guards?: readonly CanActivate[];
  /** @default none */
  readonly interceptors?: readonly NestInterceptor[];
  /** @default none */
  readonly filters?: readonly ExceptionFilter[];
}

/** Over which streams a context is served, and as whom. */
export interface ServeStdioOptions extends StdioSettings {
  /** Messages come from here, one per line. */
  readonly input: Readable;
  /** Answers go there; nothing else may write to it. */
  readonly output: Writable;
  /** Ends the service, calls in flight first. */
  readonly signal?: AbortSignal;
  /**
   * An application context has none of `main.ts`'s global guards and pipes: say which there are, an
   * empty object where there are none, so that nobody forgets one. They hold for the context from
   * then on: give the same objects again for a further pair of streams.
   */
  readonly globals: StdioGlobals;
}

/**
 * Serves an existing application context over any pair of streams, one message per line.
 *
 * Resolves when the input has ended, the output is broken or `signal` is aborted, and the calls in
 * flight are done; closes the streams, not the context.
 *
 * @example await serveStdio(context, { input, output, globals: { guards: [new ApiKeyGuard()] } });
 */
export async function serveStdio(
  context: INestApplicationContext,
  options: ServeStdioOptions,
): Promise<void> {
  // Exception filters reply through an adapter, and a context has none.
  context.get(HttpAdapterHost).httpAdapter ??= new VirtualAdapter();
  useGlobals(context.get(ApplicationConfig), options.globals);
  // The chains were compiled when the context was created: without these globals.
  await context.get(McpRuntime, { strict: false }).boot();
  const logger = new Logger('Toolport');
  await serveLines(context.get(McpServer, { strict: false }), {
    ...stdioBounds(context),
    input: options.input,
    output: options.output,
    settings: options,
    signal: options.signal,
    onMasked: (error, reference) => logger.error(`ref ${reference}`, error),
  });
}

/** The module's options that bound a connection. */
export function stdioBounds(context: INestApplicationContext): {
  drainTimeout: number;
  queueSize?: number;
  maxDepth?: number;
} {
  const options = context.get<McpModuleOptions>(MCP_MODULE_OPTIONS, { strict: false });
  return {
    drainTimeout: options.drainTimeout ?? DEFAULTS.drainTimeout,
    queueSize: options.queueSize,
    maxDepth: options.http?.maxDepth,
  };
}

/** Adds what the application does not have yet. */
function useGlobals(config: ApplicationConfig, globals: StdioGlobals): void {
  config.useGlobalPipes(...missing(globals.pipes, config.getGlobalPipes()));
  config.useGlobalGuards(...missing(globals.guards, config.getGlobalGuards()));
  config.useGlobalInterceptors(...missing(globals.interceptors, config.getGlobalInterceptors()));
  config.useGlobalFilters(...missing(globals.filters, config.getGlobalFilters()));
}

/** A context may be served over many pairs of streams: what one of them brought stays. */
function missing<T>(wanted: readonly T[] | undefined, present: readonly unknown[]): T[] {
  return (wanted ?? []).filter((one) => !present.includes(one));
}
