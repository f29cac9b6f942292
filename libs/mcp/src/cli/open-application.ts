import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Logger, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { chosenServer } from '../module/chosen-server.js';
import { isDynamicModule, isModuleClass, type RootModule } from '../module/root-module.js';
import { StderrLogger } from '../module/stdio-logger.js';
import { VirtualAdapter } from '../pipeline/virtual-adapter.js';
import type { RpcResponse } from '../protocol/json-rpc.js';
import { LATEST_HANDSHAKE_VERSION } from '../protocol/revisions.js';
import type { McpServer } from '../server/mcp-server.js';
import { serialiseMessage } from '../server/serialise-message.js';
import { CliError, usage } from './cli.error.js';
import { within } from './time-limit.js';
import { ToolClient } from './tool-client.js';

/** Which application, and as whom it is called. */
export interface ApplicationTarget {
  readonly module: string;
  readonly configure: string | undefined;
  /** Key of the server, where the application has several. */
  readonly server: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly timeout: number;
}

type Configure = (app: INestApplication) => unknown;

/** Builds the application in this process, as `runStdio` does: nothing listens. */
export async function openApplication(target: ApplicationTarget): Promise<ToolClient> {
  const logger = new StderrLogger('Toolport', { logLevels: ['fatal', 'error', 'warn'] });
  Logger.overrideLogger(logger);
  const root = rootModuleOf(await load('--module', target.module), target.module);
  const configure = target.configure
    ? configureOf(await load('--configure', target.configure), target.configure)
    : undefined;
  const options = { logger, abortOnError: false } as const;
  const app = await NestFactory.create(root, new VirtualAdapter(), options);
  await configure?.(app);
  await app.init();
  const { server } = chosenServer(app, 'toolport --server', target.server);
  return new ToolClient(exchangeWith(server, target), () => app.close());
}

/** The newest revision that `--url` speaks too, so that both give the same table. */
function exchangeWith(
  server: McpServer,
  { headers, timeout }: ApplicationTarget,
): ConstructorParameters<typeof ToolClient>[0] {
  return async (request) => {
    const { message } = await within(timeout, request.method, (signal) =>
      server.handle(request, {
        transport: 'in-process',
        headers: { ...headers, 'mcp-protocol-version': LATEST_HANDSHAKE_VERSION },
        signal,
        send: () => Promise.resolve(),
      }),
    );
    if (message === undefined || Array.isArray(message)) {
      throw new CliError(`${request.method} was not answered`);
    }
    // As it would have come by the wire: dates are strings by then.
    return JSON.parse(serialiseMessage(message)) as RpcResponse;
  };
}

interface Loaded {
  readonly values: ReadonlyMap<string, unknown>;
  readonly wanted: string | undefined;
}

/** Imports a built file, ESM or CommonJS. */
async function load(option: string, spec: string): Promise<Loaded> {
  const [file, wanted] = spec.split('#', 2);
  const path = resolve(file);
  if (/\.[cm]?tsx?$/.test(file)) throw usage(`${option} wants the built file, not ${file}`);
  if (!existsSync(path)) throw usage(`${option}: there is no ${path}; build the application first`);
  const namespace = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  // What of a CommonJS file Node cannot tell beforehand is found in its `default` alone.
  const inner = namespace['default'];
  const members = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
  return { values: new Map([...members, ...Object.entries(namespace)]), wanted };
}

function rootModuleOf({ values, wanted }: Loaded, spec: string): RootModule {
  if (wanted !== undefined) {
    const value = values.get(wanted);
    if (isModuleClass(value) || isDynamicModule(value)) return value;
    throw usage(`${spec}: "${wanted}" is no module; exported: ${namesOf(values)}`);
  }
  const modules = [...new Set([...values.values()].filter((value) => isModuleClass(value)))];
  const root = modules.length === 1 ? modules[0] : values.get('AppModule');
  if (isModuleClass(root)) return root;
  const what = modules.length === 0 ? 'exports no module' : 'exports several modules';
  throw usage(`${spec} ${what}: ${namesOf(values)}; choose by ${spec}#Name`);
}

function configureOf({ values, wanted }: Loaded, spec: string): Configure {
  if (wanted !== undefined) {
    const value = values.get(wanted);
    if (typeof value === 'function') return value as Configure;
    throw usage(`${spec}: "${wanted}" is no function; exported: ${namesOf(values)}`);
  }
  const found = [...values.values()].filter((value) => typeof value === 'function');
  const functions = [...new Set(found)];
  if (functions.length === 1) return functions[0] as Configure;
  const what = functions.length === 0 ? 'exports no function' : 'exports several functions';
  throw usage(`${spec} ${what}: ${namesOf(values)}; choose by ${spec}#name`);
}

function namesOf(values: ReadonlyMap<string, unknown>): string {
  return [...values.keys()].filter((name) => name !== '__esModule').join(', ') || 'nothing';
}
