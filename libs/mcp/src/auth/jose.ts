import { SetupError } from '../errors/setup.error.js';
import { isJsonObject } from '../protocol/json-rpc.js';

export type Jose = typeof import('jose');

const NOT_FOUND = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * The library that checks tokens; loaded when `oauth` is configured.
 *
 * @throws SetupError that names the package to install
 */
export async function loadJose(): Promise<Jose> {
  try {
    return await import('jose');
  } catch (error) {
    if (!isJsonObject(error) || !NOT_FOUND.has(error.code)) throw error;
    throw new SetupError([
      {
        code: 'MCP_PEER_MISSING',
        where: 'McpModule.forRoot({ oauth })',
        message: 'checking access tokens needs the package "jose", which is not installed',
        remedy: 'npm install jose',
      },
    ]);
  }
}
