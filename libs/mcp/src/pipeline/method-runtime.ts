import type { CallTransport } from '../context/call-context.js';
import type { CallExchange } from './call-exchange.js';
import type { CompiledChain } from './compiled-chain.js';
import type { MethodPlan } from './method-plan.js';
import type { BoundFilter } from './nest-creators.js';
import type { RouteParameters } from './parameter-values.js';
import type { MountedMiddleware } from './route-middleware.js';

/** What all calls of one method share. */
export interface MethodRuntime {
  readonly plan: MethodPlan;
  readonly routeParameters: RouteParameters;
  readonly limit: number;
  /** Ends behind the guards: nothing else of the method runs. */
  readonly guardsOnly?: boolean;
  /** What has not run yet when a call arrives by this transport. */
  middlewareFor(transport: CallTransport): readonly MountedMiddleware[];
  /** The chain for this call: at hand for a static class, else a promise of its own. */
  chainFor(exchange: CallExchange): CompiledChain | Promise<CompiledChain>;
  /** Filters for what happens before there is an instance: class and method ones as far as static. */
  staticFilters(): readonly BoundFilter[];
  globalFilters(): readonly BoundFilter[];
}
