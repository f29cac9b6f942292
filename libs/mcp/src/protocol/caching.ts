/** How long, and by whom, a result may be kept (2026-07-28, Caching). */
export interface CacheHint {
  /** Milliseconds; 0: ask again each time. */
  readonly ttlMs: number;
  /** `public`: whoever asks would get the same. */
  readonly cacheScope: 'public' | 'private';
}

/** What holds where nothing was said: keep nothing, share nothing. */
export const NO_CACHE: CacheHint = Object.freeze({ ttlMs: 0, cacheScope: 'private' });
