import { constants } from 'node:os';
import { ShutdownSignal, type INestApplication } from '@nestjs/common';

/** A process that a signal ends exits with this and its number. */
const SIGNALLED = 128;
const heard = new Set<NodeJS.Signals>();

/** The first signal aborts `stop`, with its name as the reason; a second one ends the process. */
export function stopOnSignals(stop: AbortController, signals: readonly NodeJS.Signals[]): void {
  for (const signal of signals) {
    if (heard.has(signal)) continue;
    heard.add(signal);
    process.on(signal, () => {
      if (!stop.signal.aborted) stop.abort(signal);
      else process.exit(SIGNALLED + constants.signals[signal]);
    });
  }
}

/**
 * Hears the signals that the application asks Nest to hear: NestJS 11 would close it by itself, beside
 * us, and run each of its shutdown hooks twice.
 */
export function listenForNest(app: INestApplication, stop: AbortController): void {
  const value: INestApplication['enableShutdownHooks'] = (signals = []) => {
    const named = signals.length > 0 ? signals : Object.values(ShutdownSignal);
    stopOnSignals(
      stop,
      named.map((signal) => signal.trim().toUpperCase() as NodeJS.Signals),
    );
    return app;
  };
  // Defined, since an application of NestJS 11 is a proxy that swallows assignments.
  const property = { value, configurable: true, writable: true };
  Object.defineProperty(app, 'enableShutdownHooks', property);
}
