import { SetupError } from '../errors/setup.error.js';
import { codeOf, messageOf } from './error-words.js';

const NOT_FOUND = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/** The official client SDK, the engine of this folder; loaded when the first server is connected. */
export function loadSdk(): Promise<typeof import('@modelcontextprotocol/client')> {
  return load('@modelcontextprotocol/client', () => import('@modelcontextprotocol/client'));
}

/** The WebSocket library, for servers of the type `websocket`. */
export function loadWs(): Promise<Pick<typeof import('ws'), 'WebSocket' | 'WebSocketServer'>> {
  return load('ws', () => import('ws'));
}

/** Starts programs as Windows needs it (`npx.cmd`, quoting); not needed elsewhere. */
export async function loadCrossSpawn(): Promise<typeof import('cross-spawn')> {
  const { default: spawn } = await load('cross-spawn', () => import('cross-spawn'));
  return spawn;
}

/** @throws SetupError that names the package to install */
async function load<T>(name: string, importPeer: () => Promise<T>): Promise<T> {
  try {
    return await importPeer();
  } catch (error) {
    if (!NOT_FOUND.has(codeOf(error)) || !messageOf(error).includes(name)) throw error;
    throw new SetupError([
      {
        code: 'MCP_PEER_MISSING',
        where: name,
        message: 'an optional package that this configuration needs is not installed',
        remedy: `npm install ${name}`,
      },
    ]);
  }
}
