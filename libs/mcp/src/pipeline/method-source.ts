import type { DiscoveredRoute } from '../discovery/discovered-method.js';

/** Where an entry comes from and what guards it: for people, never for models. */
export interface MethodSource {
  /** The Nest module that holds the class. */
  readonly module: string;
  /** Undefined for a provider's method; its path is without the global prefix. */
  readonly route?: DiscoveredRoute;
  /** Names of the guards in the order in which they are asked, global ones included. */
  readonly guards: readonly string[];
}
