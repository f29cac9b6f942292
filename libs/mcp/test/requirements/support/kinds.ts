import type { INestApplication } from '@nestjs/common';
import { openHttpPeer } from './http-peer.js';
import type { Peer, PeerOptions } from './peer.js';
import { openStdioPeer } from './stdio-peer.js';

export const KINDS = {
  '2025-11-25 over HTTP': { transport: 'http', version: '2025-11-25' },
  '2026-07-28 over HTTP': { transport: 'http', version: '2026-07-28' },
  '2025-11-25 over stdio': { transport: 'stdio', version: '2025-11-25' },
  '2026-07-28 over stdio': { transport: 'stdio', version: '2026-07-28' },
} as const;

export type Kind = keyof typeof KINDS;
export type Transport = 'http' | 'stdio';
export const EVERY_KIND = Object.keys(KINDS) as Kind[];
export const STATELESS = EVERY_KIND.filter((kind) => KINDS[kind].version === '2026-07-28');
export const HANDSHAKE = EVERY_KIND.filter((kind) => KINDS[kind].version === '2025-11-25');

/** Connects a client of a kind with a running application. */
export function openPeer(
  app: INestApplication,
  kind: Kind,
  options: PeerOptions = {},
): Promise<Peer> {
  const { transport, version } = KINDS[kind];
  const open = transport === 'http' ? openHttpPeer : openStdioPeer;
  return open(app, { version, ...options });
}
