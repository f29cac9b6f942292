import { MiddlewareBuilder } from '@nestjs/core';
import { MiddlewareModule } from '@nestjs/core/middleware/middleware-module.js';
import { unsupported } from './nest-creators.js';

/** What `consumer.apply(…).exclude(…)` leaves out. */
export interface Exclusion {
  /** Whatever version is asked for. */
  always(method: string, url: string): boolean;
  /** For some version at least, which the caller chooses by a header. */
  ever(method: string, url: string): boolean;
}
type Verdict = Exclusion['always'];

interface ExcludedRoute {
  readonly version?: unknown;
}
/** What `consumer.apply()` answers. */
interface Consumer {
  readonly builder: MiddlewareBuilder;
  getExcludedRoutes(): readonly ExcludedRoute[];
  forRoutes: (this: Consumer, ...routes: unknown[]) => unknown;
}
/** Nest's `MiddlewareModule`. */
interface Mounter {
  registerMiddlewareConfig: (
    this: Mounter,
    ...given: [container: object, of: Configuration, moduleKey: string, adapter: object]
  ) => Promise<void>;
}
type Configuration = ReturnType<MiddlewareBuilder['build']>[number];
type Host = new () => { use: (request: object, response: object, next: () => void) => void };

const exclusions = new WeakMap<Configuration, Exclusion>();
const mounting = new WeakMap<object, Configuration>();
const watched = new WeakSet<object>();

/** What the middleware that Nest mounts on this adapter at the moment leaves out. */
export function exclusionBeingMounted(adapter: object): Exclusion | undefined {
  const configuration = mounting.get(adapter);
  return configuration && exclusions.get(configuration);
}

/**
 * Begins to note the exclusions of all middleware. Nest hides them inside the function that it
 * mounts: from outside it looks as if it ran for every request of its path, and a tool would count
 * on an authentication that its POST has not passed.
 *
 * @throws SetupError when this Nest builds its middleware elsewhere
 */
export function watchExclusions(): void {
  const { ConfigProxy } = MiddlewareBuilder as unknown as { ConfigProxy?: { prototype: Consumer } };
  const { prototype } = MiddlewareModule as unknown as { prototype: Mounter };
  if (!ConfigProxy?.prototype.forRoutes || !prototype.registerMiddlewareConfig) {
    throw unsupported(
      'MiddlewareBuilder',
      'this version of @nestjs/core excludes routes elsewhere',
    );
  }
  if (watched.has(prototype)) return;
  watched.add(prototype);
  noteConfigurations(ConfigProxy.prototype);
  const register = prototype.registerMiddlewareConfig;
  // One after another: what is mounted meanwhile belongs to this configuration.
  prototype.registerMiddlewareConfig = async function (this: Mounter, ...given) {
    const [, configuration, , adapter] = given;
    mounting.set(adapter, configuration);
    try {
      return await register.apply(this, given);
    } finally {
      mounting.delete(adapter);
    }
  };
}

function noteConfigurations(prototype: Consumer): void {
  const { forRoutes } = prototype;
  prototype.forRoutes = function (this: Consumer, ...routes) {
    const before = new Set(this.builder.build());
    const answer = forRoutes.apply(this, routes);
    const excluded = this.getExcludedRoutes();
    if (excluded.length === 0) return answer;
    const verdict = (on: readonly ExcludedRoute[]): Verdict =>
      verdictOf(twinOf(this, on), (twin) => forRoutes.apply(twin, routes));
    const exclusion = {
      always: verdict(excluded.filter(({ version }) => !version)),
      ever: verdict(excluded.map((route) => ({ ...route, version: undefined }))),
    };
    for (const one of this.builder.build()) if (!before.has(one)) exclusions.set(one, exclusion);
    return answer;
  };
}

interface Twin {
  readonly consumer: Consumer;
  readonly collection: ReadonlySet<Configuration>;
  ran: boolean;
}

/** The consumer with other exclusions, round a middleware that does nothing but tell that it ran. */
function twinOf(consumer: Consumer, excluded: readonly ExcludedRoute[]): Twin {
  const collection = new Set<Configuration>();
  const builder: unknown = Object.create(consumer.builder, {
    middlewareCollection: { value: collection },
  });
  const twin: Twin = {
    consumer: Object.create(consumer, {
      builder: { value: builder },
      middleware: { value: [() => void (twin.ran = true)] },
      excludedRoutes: { value: excluded },
    }) as Consumer,
    collection,
    ran: false,
  };
  return twin;
}

/** Nest's own verdict, and nothing of the application runs for it. */
function verdictOf(twin: Twin, forRoutes: (consumer: Consumer) => void): Verdict {
  forRoutes(twin.consumer);
  const [{ middleware }] = twin.collection;
  const [host] = [middleware].flat() as [Host];
  const { use } = new host();
  return (method, url) => {
    twin.ran = false;
    use({ method, url, originalUrl: url, headers: {} }, {}, () => {});
    return !twin.ran;
  };
}
