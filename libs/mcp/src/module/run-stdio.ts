import { Logger, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';
import { VirtualAdapter } from '../pipeline/virtual-adapter.js';
import { watchParent } from '../transports/stdio/parent-watch.js';
import {
  readStdioCommand,
  STDIO_HELP,
  type StdioSettings,
} from '../transports/stdio/stdio-options.js';
import { guardStdout } from '../transports/stdio/stdout-guard.js';
import type { LineOutput } from '../transports/stdio/stdio.transport.js';
import { chosenOptions, chosenServer } from './chosen-server.js';
import { announcedInfo } from './package-info.js';
import { loadRoot, type LoadModule } from './root-module.js';
import { serveClient, stdioBounds } from './serve-stdio.js';
import { startLine } from './start-line.js';
import { StderrLogger } from './stdio-logger.js';
import { listenForNest, stopOnSignals } from './stop-signals.js';

/** How the process builds its application, and what of it it serves. */
export interface RunStdioOptions {
  /** What `main.ts` does between `create()` and `listen()`: global pipes and guards, prefix. */
  readonly configure?: (app: INestApplication) => void | Promise<void>;
  /** Key of the server, where the application has several. @default the one without a key */
  readonly server?: string;
}

/** What a report names. */
const PLACE = 'runStdio({ server })';

/** Exit codes of the process (sysexits.h for bad usage). */
const EXIT = { ok: 0, failed: 1, usage: 64 } as const;

/**
 * Turns this process into an MCP server over standard input and output, and ends it when the client
 * is done: the whole of `src/stdio.ts`.
 *
 * It does not return: the process exits with 0 after the end of input or a signal, with 1 where the
 * application does not start or stop, with 64 for a bad option or variable.
 *
 * @param load imports the root module; a function, so that stdout is guarded before the
 * application's imports can print
 *
 * @example
 * void runStdio(() => import('./app.module.js').then((m) => m.AppModule), { configure });
 */
export async function runStdio(load: LoadModule, options: RunStdioOptions = {}): Promise<void> {
  const output = guardStdout();
  const command = readStdioCommand(process.argv.slice(2), process.env);
  if ('refused' in command) return exit(EXIT.usage, `${command.refused}; see --help\n`);
  const stop = new AbortController();
  watchParent(() => stop.abort());
  try {
    if ('show' in command) return await show(command.show, load, options, output);
    const app = await build(load, options, stop);
    await serve(app, options, { output, settings: command.run }, stop);
    await close(app, stop);
    await exit(EXIT.ok);
  } catch (error) {
    await exit(EXIT.failed, `${describe(error)}\n`);
  }
}

async function build(
  load: LoadModule,
  { configure }: RunStdioOptions,
  stop: AbortController,
): Promise<INestApplication> {
  const logger = new StderrLogger();
  Logger.overrideLogger(logger);
  const app = await NestFactory.create(await loadRoot(load), new VirtualAdapter(), {
    logger,
    abortOnError: false,
  });
  listenForNest(app, stop);
  await configure?.(app);
  await app.init();
  return app;
}

async function serve(
  app: INestApplication,
  options: RunStdioOptions,
  client: { readonly output: LineOutput; readonly settings: StdioSettings },
  stop: AbortController,
): Promise<void> {
  const chosen = chosenServer(app, PLACE, options.server);
  stopOnSignals(stop, ['SIGTERM', 'SIGINT', 'SIGHUP']);
  new Logger('Toolport').log(startLine('stdio', chosen.server));
  await serveClient(app, chosen, { ...client, input: process.stdin, signal: stop.signal });
  exitAfter(stdioBounds(chosen).drainTimeout);
}

/** Tells the shutdown hooks which signal it was, as Nest does; its interface lacks the parameter. */
function close(app: INestApplication, { signal: { reason } }: AbortController): Promise<void> {
  const signal = typeof reason === 'string' ? reason : undefined;
  return (app as { close(signal?: string): Promise<void> }).close(signal);
}

/** An `onModuleDestroy` that never ends would keep a process without a client for ever. */
function exitAfter(timeout: number): void {
  setTimeout(() => {
    void exit(EXIT.failed, 'The application did not close in time\n');
  }, timeout).unref();
}

async function show(
  what: 'help' | 'version',
  load: LoadModule,
  options: RunStdioOptions,
  output: LineOutput,
): Promise<void> {
  const text = what === 'help' ? STDIO_HELP : await versionLine(load, options);
  await new Promise((written) => output.write(text, written));
  process.exit(EXIT.ok);
}

/**
 * What `initialize` would say, read from a preview: nothing of the application is built, so no
 * database need be there. Of options that a factory makes, the package.json is all that is known.
 */
async function versionLine(load: LoadModule, { server }: RunStdioOptions): Promise<string> {
  const preview = { preview: true, logger: false, abortOnError: false } as const;
  const context = await NestFactory.createApplicationContext(await loadRoot(load), preview);
  const { name, version } = announcedInfo(chosenOptions(context, PLACE, server));
  return `${name} ${version}\n`;
}

async function exit(code: number, message = ''): Promise<void> {
  await new Promise((written) => process.stderr.write(message, written));
  process.exit(code);
}

function describe(error: unknown): string {
  // The report of a SetupError says it all; its stack leads into this library.
  if (error instanceof SetupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
