import { Module, type INestApplication, type Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, type McpModuleOptions } from 'nest-toolport';
import { openPeer, type Kind } from './kinds.js';
import type { Peer, PeerOptions } from './peer.js';

/** The same in each application: what one of them has signed, the others know. */
export const KEYS = ['only-for-these-tests-0123456789abcdef'];

/** A real application on a port of its own, with sessions. */
export async function startApp(
  providers: Provider[],
  options: McpModuleOptions = {},
  configure: (app: INestApplication) => void = () => {},
): Promise<INestApplication> {
  const server = { name: 'stage', version: '1.0.0', sessions: { keys: KEYS } };
  @Module({ imports: [McpModule.forRoot({ ...server, ...options })], providers })
  class StageModule {}
  const app = await NestFactory.create(StageModule, { logger: false, abortOnError: false });
  configure(app);
  await app.listen(0, '127.0.0.1');
  return app;
}

/** Applications and clients that are gone after each test. */
export function stage() {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  afterEach(close);
  return {
    close,
    start: async (...given: Parameters<typeof startApp>): Promise<INestApplication> => {
      const app = await startApp(...given);
      closers.push(() => app.close());
      return app;
    },
    open: async (app: INestApplication, kind: Kind, options?: PeerOptions): Promise<Peer> => {
      const peer = await openPeer(app, kind, options);
      closers.push(() => peer.close());
      return peer;
    },
  };
}
