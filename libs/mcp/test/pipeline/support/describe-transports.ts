import type { Type } from '@nestjs/common';
import {
  startBench,
  TRANSPORTS,
  type Bench,
  type BenchOptions,
  type TransportName,
} from './bench.js';

/** Two applications of the same make: one for REST, one for tools, so that neither sees the other. */
export interface Benches {
  readonly rest: Bench;
  readonly tools: Bench;
}

/**
 * Runs a suite once per transport. The REST side runs on the same framework; where the transport has
 * none, on Express.
 */
export function describeTransports(
  title: string,
  root: Type,
  options: BenchOptions,
  suite: (benches: () => Benches, transport: TransportName) => void,
): void {
  describe.each(TRANSPORTS)(`${title}, %s`, (transport) => {
    let benches: Benches;
    beforeAll(async () => {
      const counterpart = transport === 'http-fastify' ? transport : 'http-express';
      benches = {
        rest: await startBench(counterpart, root, options),
        tools: await startBench(transport, root, options),
      };
    }, 30_000);
    afterAll(async () => {
      await benches?.rest.close();
      await benches?.tools.close();
    });
    suite(() => benches, transport);
  });
}
