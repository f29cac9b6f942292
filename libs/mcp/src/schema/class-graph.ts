import { isJsonObject } from '../protocol/json-rpc.js';
import { referredClass } from './class-reference.js';
import type { ClassType } from './class-type.js';
import type { MarkedSchema } from './schema-marks.js';

/** The schema of one class, in which other classes are references. */
export type SchemaOf = (type: ClassType) => MarkedSchema;

interface ClassNode {
  readonly references: readonly ClassType[];
  /** Schema nodes of the class itself. */
  readonly size: number;
}

/** Which classes refer to which; each class is looked through once. */
export class ClassGraph {
  readonly #nodes = new WeakMap<ClassType, ClassNode>();
  readonly #reachable = new WeakMap<ClassType, ReadonlySet<ClassType>>();

  constructor(readonly schemaOf: SchemaOf) {}

  /** All classes that the class contains, at any depth; itself only where it is on a circle. */
  reachableFrom(type: ClassType): ReadonlySet<ClassType> {
    const known = this.#reachable.get(type);
    if (known) return known;
    const found = new Set<ClassType>();
    const pending = [...this.#nodeOf(type).references];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(...this.#nodeOf(next).references);
    }
    this.#reachable.set(type, found);
    return found;
  }

  isCircular(type: ClassType): boolean {
    return this.reachableFrom(type).has(type);
  }

  /** Whether the class can be written out whole. */
  isTree(type: ClassType): boolean {
    return (
      !this.isCircular(type) && [...this.reachableFrom(type)].every((one) => !this.isCircular(one))
    );
  }

  /** Nodes with every class written out, circles once; and how often each class is used. */
  measure(root: ClassType): {
    readonly size: number;
    readonly uses: ReadonlyMap<ClassType, number>;
  } {
    const sizes = new Map<ClassType, number>();
    const uses = new Map<ClassType, number>();
    const sizeOf = (type: ClassType): number => {
      const known = sizes.get(type);
      if (known !== undefined) return known;
      sizes.set(type, 0);
      const node = this.#nodeOf(type);
      let { size } = node;
      for (const other of node.references) {
        uses.set(other, (uses.get(other) ?? 0) + 1);
        size += sizeOf(other);
      }
      sizes.set(type, size);
      return size;
    };
    return { size: sizeOf(root), uses };
  }

  #nodeOf(type: ClassType): ClassNode {
    let node = this.#nodes.get(type);
    if (!node) {
      const references: ClassType[] = [];
      node = { size: lookThrough(this.schemaOf(type), references), references };
      this.#nodes.set(type, node);
    }
    return node;
  }
}

/** Adds the classes below a node, and counts its nodes. */
function lookThrough(node: object, references: ClassType[]): number {
  const type = isJsonObject(node) ? referredClass(node) : undefined;
  if (type) references.push(type);
  let size = 1;
  // Data (`enum`, `default`) holds no class, so that all objects may be looked at alike.
  for (const key of Object.keys(node)) {
    const value: unknown = node[key as keyof typeof node];
    if (typeof value === 'object' && value !== null) size += lookThrough(value, references);
  }
  return size;
}
