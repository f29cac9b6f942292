import { loadPeer } from '../errors/optional-peer.js';

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

const MESSAGE = 'an optional package that this configuration needs is not installed';

/** @throws SetupError that names the package to install */
function load<Module>(name: string, importPeer: () => Promise<Module>): Promise<Module> {
  return loadPeer(name, { where: name, message: MESSAGE }, importPeer);
}
