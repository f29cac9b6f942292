import type { Method } from './method.js';

/** `ping` (until 2025-11-25): exactly an empty result. */
export const ping: Method = { until: '2025-11-25', gated: true, handle: () => ({}) };
