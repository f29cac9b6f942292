import type { Type } from '@nestjs/common';
import type { DiscoveredMethod } from './discovered-method.js';

type Method = Pick<DiscoveredMethod<unknown>, 'metatype' | 'methodName' | 'host'>;

/**
 * The ids by which settings and catalogues speak of methods: `Class.method`, or
 * `Module/Class.method` where two classes share a name.
 */
export class OperationIds {
  readonly #shared: ReadonlySet<string>;

  constructor(methods: readonly Method[]) {
    const classes = new Map<string, Set<Type>>();
    for (const { metatype } of methods) {
      const named = classes.get(metatype.name) ?? new Set();
      classes.set(metatype.name, named.add(metatype));
    }
    this.#shared = new Set([...classes].filter(([, set]) => set.size > 1).map(([name]) => name));
  }

  of(method: Method): string {
    const short = shortId(method);
    return this.#shared.has(method.metatype.name) ? `${method.host.name}/${short}` : short;
  }

  /** Whether `key` names this method: by its id, or by the short form where that is unambiguous. */
  matches(key: string, method: Method): boolean {
    return key === this.of(method) || key === `${method.host.name}/${shortId(method)}`;
  }

  /** Whether `key` is a short form that several classes share. */
  isAmbiguous(key: string): boolean {
    return this.#shared.has(key.split('.')[0] ?? '') && !key.includes('/');
  }
}

function shortId({ metatype, methodName }: Method): string {
  return `${metatype.name}.${methodName}`;
}
