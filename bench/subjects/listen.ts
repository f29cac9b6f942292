import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens on a free port of this machine alone, and says which. */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** A port that is free now, for servers that take no 0. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
