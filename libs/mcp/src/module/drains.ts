import { Inject, Injectable, Module, type OnModuleDestroy } from '@nestjs/common';
import { NestCore } from './nest-core.js';

/** Ends the calls that run, and takes no further ones; bounds itself, may be asked twice. */
type Drain = () => Promise<void>;

/** Nest destroys the modules by rising distance from the root module, and scans none below 0. */
const BEFORE_THE_ROOT = -1;

/**
 * What has to end before anything of the application is destroyed: a database that the root module
 * provides would otherwise be closed under the running calls.
 *
 * The adapter's `beforeClose` would say so, but NestJS 11 has no such hook, and an application
 * context has none on any version. The order of `onModuleDestroy` is one and the same everywhere.
 */
@Injectable()
export class Drains implements OnModuleDestroy {
  readonly #drains = new Set<Drain>();

  constructor(@Inject(NestCore) { modules }: NestCore) {
    // In time: the distances are final once the modules are scanned, and Nest sorts by them at init.
    for (const module of modules.values()) {
      if (module.metatype === DrainsModule) module.distance = BEFORE_THE_ROOT;
    }
  }

  /** @returns what takes it back, for that which ends before the application does */
  add(drain: Drain): () => void {
    this.#drains.add(drain);
    return () => void this.#drains.delete(drain);
  }

  /** Side by side: an app with several endpoints has one drain time, not their sum. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.#drains].map((drain) => drain()));
  }
}

/** Alone with what it needs: the other providers of the library want their usual place. */
@Module({ providers: [NestCore, Drains], exports: [Drains] })
export class DrainsModule {}
