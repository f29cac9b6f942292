import type { ServerResponse } from 'node:http';

/** Calls `listener` once when the connection closes, or has closed, before the answer was complete. */
export function whenAbandoned(response: ServerResponse, listener: () => void): void {
  const check = (): void => {
    if (!response.writableFinished) listener();
  };
  if (response.destroyed) check();
  else response.once('close', check);
}
