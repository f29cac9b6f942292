import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';
import type { McpServer } from '../server/mcp-server.js';
import type { McpModuleOptions } from './mcp.options.js';
import { DEFAULT_SERVER } from './offered-methods.js';
import { getMcpServerToken, MCP_MODULE_OPTIONS, MCP_SERVER_KEY } from './tokens.js';

/** One of the servers of an application. */
export interface ChosenServer {
  readonly server: McpServer;
  /** Those of the same `McpModule.forRoot()`. */
  readonly options: McpModuleOptions;
}

type Container = Pick<INestApplicationContext, 'get'>;

/**
 * The server that is meant: the one of the key; without a key the one that has none either, else the
 * only one. `get(McpServer)` would give whichever was imported last.
 *
 * @param place where the key can be given, for the report: `runStdio({ server })`
 * @throws SetupError `MCP_SERVER_UNKNOWN` where that says nothing, or the wrong thing
 */
export function chosenServer(
  container: Container,
  place: string,
  key: string | undefined,
): ChosenServer {
  const all = optionsByKey(container);
  const chosen = chosenKey([...all.keys()], place, key);
  return {
    server: container.get<McpServer>(getMcpServerToken(chosen), { strict: false }),
    options: all.get(chosen) ?? {},
  };
}

/** As `chosenServer`, of a preview: what is made by a factory is not there. */
export function chosenOptions(
  container: Container,
  place: string,
  key: string | undefined,
): McpModuleOptions {
  const all = optionsByKey(container);
  return all.get(chosenKey([...all.keys()], place, key)) ?? {};
}

function optionsByKey(container: Container): ReadonlyMap<string, McpModuleOptions | undefined> {
  const found = new Map<string, McpModuleOptions | undefined>();
  for (const { providers } of container.get(ModulesContainer, { strict: false }).values()) {
    const key = providers.get(MCP_SERVER_KEY)?.instance as string | undefined;
    if (key === undefined) continue;
    found.set(key, providers.get(MCP_MODULE_OPTIONS)?.instance as McpModuleOptions | undefined);
  }
  return found;
}

function chosenKey(keys: readonly string[], place: string, wanted: string | undefined): string {
  if (keys.includes(wanted ?? DEFAULT_SERVER)) return wanted ?? DEFAULT_SERVER;
  if (wanted === undefined && keys.length === 1) return keys[0];
  throw new SetupError([{ code: 'MCP_SERVER_UNKNOWN', ...problem(keys, place, wanted) }]);
}

function problem(keys: readonly string[], place: string, wanted: string | undefined) {
  if (keys.length === 0) {
    return {
      where: place,
      message: 'the application has no MCP server',
      remedy: 'import McpModule.forRoot() in its root module',
    };
  }
  const known = keys.map((key) => `"${key}"`).join(', ');
  const message =
    wanted === undefined
      ? `the application has several servers, none without a key: ${known}`
      : `the application has no server "${wanted}", only ${known}`;
  return { where: place, message, remedy: `name the one that is meant, e.g. "${keys[0]}"` };
}
