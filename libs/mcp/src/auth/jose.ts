import { loadPeer } from '../errors/optional-peer.js';

export type Jose = typeof import('jose');

const NEED = {
  where: 'McpModule.forRoot({ oauth })',
  message: 'checking access tokens needs the package "jose", which is not installed',
};

/**
 * The library that checks tokens; loaded when `oauth` is configured.
 *
 * @throws SetupError that names the package to install
 */
export function loadJose(): Promise<Jose> {
  return loadPeer('jose', NEED, () => import('jose'));
}
