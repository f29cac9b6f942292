import type { ServerResponse } from 'node:http';

/**
 * Calls `listener` once when the response is over, or if it is: with `true` where an answer was
 * complete, whoever gave it, with `false` where the connection closed before.
 */
export function whenOver(response: ServerResponse, listener: (answered: boolean) => void): void {
  const tell = (): void => listener(response.writableFinished);
  if (response.destroyed) tell();
  else response.once('close', tell);
}
