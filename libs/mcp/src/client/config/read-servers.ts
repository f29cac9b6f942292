import { readFile } from 'node:fs/promises';
import { SetupError, type SetupProblem } from '../../errors/setup.error.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import type { McpClientOptions } from '../client.options.js';
import { checkServers } from './check-servers.js';
import { messageOf } from '../error-words.js';
import { expandEnv, type MissingVariable } from './expand-env.js';
import type { ServerEntry } from './server-entry.js';

/** Keys beside `mcpServers` that a file may have. */
const FILE_KEYS = new Set(['mcpServers', '$schema']);

/** The configured servers, checked. */
export interface ConfiguredServers {
  readonly entries: readonly ServerEntry[];
  /** What the operator should know though nothing is wrong. */
  readonly notices: readonly string[];
}

/**
 * Reads and checks the servers of the options; `${NAME}` is replaced in files, not in code.
 *
 * @throws SetupError with all that is wrong: unknown keys, missing variables, wrong values
 */
export async function readServers(
  options: McpClientOptions,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ConfiguredServers> {
  const { servers, defaults } = options;
  const checked = checkServers(
    typeof servers === 'string' ? await readServersFile(servers, env) : servers,
    defaults,
  );
  if (checked.problems.length > 0) throw new SetupError(checked.problems);
  return checked;
}

async function readServersFile(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, unknown>>> {
  const file = parseFile(path, await readText(path));
  const missing: MissingVariable[] = [];
  const servers = Object.entries(file.mcpServers).map(([key, options]) => [
    key,
    expandEnv(options, env, missing, `mcpServers.${key}`),
  ]);
  if (missing.length > 0) {
    throw new SetupError(
      missing.map(({ name, where }) =>
        problem(
          `${path} ${where}`,
          `the environment has no ${name}`,
          `Set ${name}, or write \${${name}:-default}`,
        ),
      ),
    );
  }
  return Object.fromEntries(servers);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const remedy = `Create it, or correct "servers" (looked for from ${process.cwd()})`;
    throw new SetupError([problem(path, `cannot be read: ${messageOf(error)}`, remedy)]);
  }
}

function parseFile(path: string, text: string): { readonly mcpServers: object } {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SetupError([
      problem(path, `is not JSON: ${messageOf(error)}`, 'Correct it; comments are no JSON'),
    ]);
  }
  if (!isJsonObject(data) || !isJsonObject(data.mcpServers)) {
    const remedy = 'Write { "mcpServers": { "<key>": { ... } } }';
    throw new SetupError([problem(path, 'has no object "mcpServers"', remedy)]);
  }
  const unknown = Object.keys(data).filter((key) => !FILE_KEYS.has(key));
  if (unknown.length > 0) {
    throw new SetupError(
      unknown.map((key) => problem(`${path} ${key}`, `unknown key "${key}"`, 'Remove it')),
    );
  }
  return { mcpServers: data.mcpServers };
}

function problem(where: string, message: string, remedy: string): SetupProblem {
  return { code: 'MCP_CLIENT_CONFIG', where, message, remedy };
}
