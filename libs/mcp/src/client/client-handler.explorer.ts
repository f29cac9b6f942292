import { Inject, Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { SetupError, type SetupProblem } from '../errors/setup.error.js';
import { clientHandlerMarks } from './client-handler.decorator.js';
import type { ClientHandlerRegistration } from './mcp-manager.js';

/** Finds the providers' methods that answer servers' questions. */
@Injectable()
export class ClientHandlerExplorer {
  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
  ) {}

  /** @throws SetupError for handlers that nobody could call, or two of one kind for one server */
  explore(): ClientHandlerRegistration[] {
    const found = new Map<string, { where: string; registration: ClientHandlerRegistration }>();
    const problems: SetupProblem[] = [];
    for (const wrapper of this.discovery.getProviders()) {
      for (const { where, registration } of this.#handlersOf(wrapper)) {
        const key = `${registration.kind} ${registration.server ?? ''}`;
        const other = found.get(key);
        if (!wrapper.isDependencyTreeStatic()) problems.push(requestScoped(where));
        else if (other && other.where !== where) problems.push(twice(where, other.where));
        else found.set(key, { where, registration });
      }
    }
    if (problems.length > 0) throw new SetupError(problems);
    return [...found.values()].map(({ registration }) => registration);
  }

  #handlersOf(wrapper: InstanceWrapper) {
    const { metatype } = wrapper;
    const prototype: unknown = typeof metatype === 'function' ? metatype.prototype : undefined;
    if (typeof prototype !== 'object' || prototype === null) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const marks = clientHandlerMarks(Reflect.get(prototype, name));
      return marks.map(({ kind, server }) => ({
        where: `${metatype?.name}.${name}`,
        registration: {
          kind,
          server,
          handler: (...args: unknown[]) => callMethod(wrapper.instance, name, args),
        },
      }));
    });
  }
}

/** What a handler gives back is checked by the SDK against the protocol's schema. */
async function callMethod(instance: object, name: string, args: unknown[]): Promise<never> {
  const method: unknown = Reflect.get(instance, name);
  if (typeof method !== 'function') throw new TypeError(`${name} is no method any more`);
  const answer: unknown = await Reflect.apply(method, instance, args);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return answer as never;
}

function requestScoped(where: string): SetupProblem {
  return {
    code: 'MCP_CLIENT_HANDLER',
    where,
    message: 'belongs to a request-scoped provider: a server asks outside of any request',
    remedy: 'Move the handler to a provider of the default scope',
  };
}

function twice(where: string, other: string): SetupProblem {
  return {
    code: 'MCP_CLIENT_HANDLER',
    where,
    message: `${other} answers the same question of the same server`,
    remedy: 'Keep one of the two, or bind one to another server',
  };
}
