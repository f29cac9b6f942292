import { BootReport } from '../errors/boot-report.js';
import { loadPeer } from '../errors/optional-peer.js';
import type { ServerEntry } from './config/server-entry.js';

/**
 * Loads what these servers need: a package that is not there will not come by trying again.
 *
 * @throws SetupError that names all packages to install
 */
export async function requirePeers(entries: readonly ServerEntry[]): Promise<void> {
  const wanted = entries.filter(({ options }) => !options.disabled);
  const uses = (transport: string) => wanted.some((entry) => entry.transport === transport);
  const loads = [
    ...(wanted.length > 0 ? [loadSdk] : []),
    ...(uses('websocket') ? [loadWs] : []),
    ...(uses('stdio') && process.platform === 'win32' ? [loadCrossSpawn] : []),
  ];
  const report = new BootReport();
  for (const loadOne of loads) {
    await loadOne().catch((error: unknown) =>
      report.collect(() => {
        throw error;
      }),
    );
  }
  report.throwIfFaulty();
}

/** The official client SDK, the engine of this folder. */
export function loadSdk(): Promise<typeof import('@modelcontextprotocol/client')> {
  return load('@modelcontextprotocol/client', () => import('@modelcontextprotocol/client'));
}

/** What the SDK checks results with. */
export function loadSdkValidator(): Promise<
  typeof import('@modelcontextprotocol/client/validators/ajv')
> {
  const name = '@modelcontextprotocol/client';
  return load(name, () => import('@modelcontextprotocol/client/validators/ajv'));
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
