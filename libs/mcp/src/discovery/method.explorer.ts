import type { Type } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { DiscoveredMethod, DiscoveredRoute } from './discovered-method.js';
import { routeOf } from './route-metadata.js';

/** One method as a reader of metadata sees it. */
export interface ExaminedMethod {
  readonly method: object;
  readonly metatype: Type;
  readonly route?: DiscoveredRoute;
}

/** Reads the decorators of one kind: an empty list where the method bears none. */
export type MetadataReader<Options> = (examined: ExaminedMethod) => readonly Options[];

/**
 * Walks the controllers and providers of every module and yields a record for each decorated
 * method. Prototypes are read, never instances: a getter must not run, and a request-scoped class
 * has no instance at boot.
 */
export class MethodExplorer {
  readonly #scanner = new MetadataScanner();
  #methods?: readonly FoundMethod[];

  constructor(private readonly modules: ModulesContainer) {}

  /**
   * In a stable order: that of the modules, then of the classes, then of the methods. The
   * application is walked through once, whatever is read of it.
   */
  explore<Options>(read: MetadataReader<Options>): DiscoveredMethod<Options>[] {
    this.#methods ??= this.#walk();
    return this.#methods.flatMap((found) => {
      const all = read(found);
      if (all.length === 0 || toolMetadata.isHidden(found.method)) return [];
      const { methodName, route } = found;
      const { metatype, wrapper, host, moduleKey } = found.place;
      return all.map((options) => ({
        options,
        metatype,
        methodName,
        wrapper,
        host,
        moduleKey,
        route,
      }));
    });
  }

  #walk(): FoundMethod[] {
    const found: FoundMethod[] = [];
    // A class that two modules hold is one tool, as it is one route.
    const seen = new Set<Type>();
    for (const [moduleKey, host] of this.modules) {
      for (const [holders, isController] of [
        [host.controllers, true],
        [host.providers, false],
      ] as const) {
        for (const wrapper of holders.values()) {
          const metatype = classOf(wrapper);
          if (!metatype || seen.has(metatype)) continue;
          seen.add(metatype);
          if (toolMetadata.isHidden(metatype)) continue;
          const place = { metatype, wrapper, host, moduleKey };
          for (const methodName of this.#scanner.getAllMethodNames(metatype.prototype as object)) {
            found.push(new FoundMethod(place, methodName, isController));
          }
        }
      }
    }
    return found;
  }
}

/** Where a method stands. */
type Place = Pick<DiscoveredMethod<unknown>, 'metatype' | 'wrapper' | 'host' | 'moduleKey'>;

/** A method of a class in the container, whatever it bears; most bear nothing. */
class FoundMethod implements ExaminedMethod {
  readonly method: object;
  readonly metatype: Type;
  /** Null until somebody asks. */
  #route: DiscoveredRoute | null | undefined = null;

  constructor(
    readonly place: Place,
    readonly methodName: string,
    private readonly isController: boolean,
  ) {
    this.metatype = place.metatype;
    this.method = (place.metatype.prototype as Record<string, object>)[methodName];
  }

  get route(): DiscoveredRoute | undefined {
    if (this.#route === null) {
      const { metatype, host } = this.place;
      this.#route = this.isController ? routeOf(metatype, this.method, host) : undefined;
    }
    return this.#route;
  }
}

/** The class whose prototype holds the methods; that of the instance for factories and values. */
function classOf(wrapper: InstanceWrapper): Type | undefined {
  if (wrapper.isAlias) return undefined;
  if (!wrapper.isNotMetatype && wrapper.inject == null && isClass(wrapper.metatype)) {
    return wrapper.metatype;
  }
  // A request-scoped factory has no instance yet, and nothing tells its class.
  const instance: unknown = wrapper.isDependencyTreeStatic() ? wrapper.instance : undefined;
  if (typeof instance !== 'object' || instance === null) return undefined;
  const prototype = Object.getPrototypeOf(instance) as object | null;
  const constructor: unknown =
    prototype && Object.hasOwn(prototype, 'constructor') && prototype.constructor;
  return isClass(constructor) && constructor !== Object ? constructor : undefined;
}

function isClass(value: unknown): value is Type {
  return (
    typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null
  );
}
