import type { ReconnectOptions } from './client.options.js';

/**
 * Milliseconds to wait before attempt `attempt` (0 is the first): grows exponentially up to
 * `maxDelay`; the random share keeps many clients from coming back in step.
 */
export function backoffDelay(
  attempt: number,
  options: Required<ReconnectOptions>,
  random: () => number = Math.random,
): number {
  const { initialDelay, maxDelay, factor, jitter } = options;
  const full = Math.min(maxDelay, initialDelay * factor ** attempt);
  return Math.round(full * (1 - jitter * random()));
}
