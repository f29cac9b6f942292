import type { Type } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
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

  constructor(private readonly modules: ModulesContainer) {}

  /** In a stable order: that of the modules, then of the classes, then of the methods. */
  explore<Options>(read: MetadataReader<Options>): DiscoveredMethod<Options>[] {
    const found: DiscoveredMethod<Options>[] = [];
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
          found.push(
            ...this.#exploreClass({ metatype, wrapper, host, moduleKey, isController }, read),
          );
        }
      }
    }
    return found;
  }

  #exploreClass<Options>(
    place: {
      metatype: Type;
      wrapper: InstanceWrapper;
      host: Module;
      moduleKey: string;
      isController: boolean;
    },
    read: MetadataReader<Options>,
  ): DiscoveredMethod<Options>[] {
    const { isController, ...owner } = place;
    const { metatype, host } = owner;
    if (toolMetadata.isHidden(metatype)) return [];
    const prototype = metatype.prototype as Record<string, object>;
    return this.#scanner.getAllMethodNames(prototype).flatMap((methodName) => {
      const method = prototype[methodName];
      if (toolMetadata.isHidden(method)) return [];
      const route = isController ? routeOf(metatype, method, host) : undefined;
      return read({ method, metatype, route }).map((options) => ({
        ...owner,
        options,
        methodName,
        route,
      }));
    });
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
