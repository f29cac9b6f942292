import type { Type } from '@nestjs/common';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';

/** The HTTP route of a controller's method. */
export interface DiscoveredRoute {
  /** Upper-case HTTP verb; `ALL` for `@All()`. */
  readonly verb: string;
  /** Express-style template with the controller's path, without global prefix: `/orders/:id`. */
  readonly path: string;
}

/** A decorated method, found at boot: a plain record, nothing is registered yet. */
export interface DiscoveredMethod<Options> {
  readonly options: Options;
  readonly metatype: Type;
  readonly methodName: string;
  readonly wrapper: InstanceWrapper;
  readonly host: Module;
  /** Key of `host` in Nest's container: where class-given enhancers are looked up. */
  readonly moduleKey: string;
  /** Undefined for a provider's method. */
  readonly route?: DiscoveredRoute;
}
