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
import { serveLines, type LineClient } from '../transports/stdio/serve-lines.js';
import { checkedHeaders } from '../transports/stdio/start-headers.js';
import type { StdioSettings } from '../transports/stdio/stdio-options.js';
import { chosenServer, type ChosenServer } from './chosen-server.js';
import { Drains } from './drains.js';
import { DEFAULTS } from './mcp.options.js';
import { bootAll, McpRuntime } from './mcp.runtime.js';

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
  /** Key of the server, where the application has several. @default the one without a key */
  readonly server?: string;
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
 * Resolves when the input has ended, the output is broken, `signal` is aborted or the context is
 * being closed, and the calls in flight are done; closes the streams, not the context.
 *
 * @throws TypeError for a header that no call can carry; SetupError where a fault was found, as at boot
 *
 * @example await serveStdio(context, { input, output, globals: { guards: [new ApiKeyGuard()] } });
 */
export async function serveStdio(
  context: INestApplicationContext,
  options: ServeStdioOptions,
): Promise<void> {
  const settings = { ...options, headers: furtherHeaders(options.headers) };
  const chosen = chosenServer(context, 'serveStdio({ server })', options.server);
  // Exception filters reply through an adapter, and a context has none.
  context.get(HttpAdapterHost).httpAdapter ??= new VirtualAdapter();
  useGlobals(context.get(ApplicationConfig), options.globals);
  // The chains were compiled when the context was created: without these globals.
  await bootAll(context.get(McpRuntime, { strict: false, each: true }));
  const { input, output, signal } = options;
  await serveClient(context, chosen, { input, output, signal, settings });
}

/** Serves one client, whose calls in flight end before anything of the application is destroyed. */
export async function serveClient(
  context: INestApplicationContext,
  chosen: ChosenServer,
  { signal, ...client }: Pick<LineClient, 'input' | 'output' | 'settings' | 'signal'>,
): Promise<void> {
  const logger = new Logger('Toolport');
  const closing = new AbortController();
  const served = serveLines(chosen.server, {
    ...stdioBounds(chosen),
    ...client,
    signal: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
    onMasked: (error, reference) => logger.error(`ref ${reference}`, error),
  });
  // Whoever closes the application, its own shutdown hooks perhaps.
  const release = context.get(Drains, { strict: false }).add(() => {
    closing.abort();
    return served;
  });
  await served.finally(release);
}

/** The module's options that bound a connection. */
export function stdioBounds({ options }: ChosenServer): {
  drainTimeout: number;
  queueSize?: number;
  maxDepth?: number;
} {
  return {
    drainTimeout: options.drainTimeout ?? DEFAULTS.drainTimeout,
    queueSize: options.queueSize,
    maxDepth: options.http?.maxDepth,
  };
}

/** As those of the command line: a name in capitals would be found by no guard. */
function furtherHeaders(headers: StdioSettings['headers'] = {}): Record<string, string> {
  try {
    return checkedHeaders(Object.entries(headers));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`serveStdio({ headers }) ${reason}`, { cause });
  }
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
