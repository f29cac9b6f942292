import type { Writable } from 'node:stream';

/** Resolves when `stream` takes more again, or takes nothing any more. */
export function roomIn(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}
