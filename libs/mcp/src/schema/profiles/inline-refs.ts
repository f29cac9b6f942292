import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { resolveRef } from '../schema-types.js';
import { mapSubschemas, mentions, omitKeywords } from '../schema-walk.js';

/** The node stands for a definition that was not unrolled any further; its value is the name. */
const CUT = Symbol('toolport.schema.cut');

/** A schema of this many nodes is more than a model reads; recursion is then cut earlier. */
const FEW_NODES = 2000;
/** Past this, even plain sharing of definitions is no longer unrolled. */
const MANY_NODES = 20_000;

/**
 * Puts every definition where it is used, since clients drop `$defs` and leave `$ref` dangling.
 *
 * A recursive type is unrolled to three levels, or fewer where that would grow large, and cut there
 * by a node marked `CUT`; the enforced schema still checks every level.
 */
export function inlineRefs(root: JsonSchema): JsonSchema {
  if (!mentions(root, '$ref')) return omitKeywords(root, '$defs', 'definitions');
  for (const [levels, budget] of ATTEMPTS) {
    const inlined = new Inliner(root, levels, budget).run();
    if (inlined) return inlined;
  }
  return new Inliner(root, -1, Number.POSITIVE_INFINITY).run() ?? root;
}

/** How often a definition may stand within itself, and the nodes that this may give. */
const ATTEMPTS: readonly (readonly [number, number])[] = [
  [2, FEW_NODES],
  [1, FEW_NODES],
  [0, MANY_NODES],
];

class Inliner {
  #nodes = 0;

  constructor(
    readonly root: JsonSchema,
    readonly levels: number,
    readonly budget: number,
  ) {}

  /** Undefined where the result would be larger than the budget. */
  run(): JsonSchema | undefined {
    const body = this.#inline(omitKeywords(this.root, '$defs', 'definitions'), ['#']);
    return this.#nodes > this.budget ? undefined : body;
  }

  #inline(node: JsonSchema, path: readonly string[]): JsonSchema {
    this.#nodes += 1;
    if (this.#nodes > this.budget) return node;
    const { $ref } = node;
    if (typeof $ref === 'string') return this.#replace(node, $ref, path);
    return mapSubschemas(omitKeywords(node, '$defs', 'definitions'), (child) =>
      isJsonObject(child) ? this.#inline(child, path) : child,
    );
  }

  #replace(node: JsonSchema, ref: string, path: readonly string[]): JsonSchema {
    const target = resolveRef(ref, this.root);
    const beside = omitKeywords(node, '$ref');
    if (!target) return this.#inline(beside, path); // refused at boot by check-schema.ts
    const depth = path.filter((step) => step === ref).length;
    if (depth > this.levels) return { ...beside, [CUT]: target };
    const inner = this.#inline(target, [...path, ref]);
    if (Object.keys(beside).length === 0) return inner;
    // Words beside a `$ref` are about this use of it; a rule beside it must hold as well.
    const own = this.#inline(beside, path);
    return isAnnotation(own) ? { ...inner, ...own } : { allOf: [inner, own] };
  }
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);

function isAnnotation(node: JsonSchema): boolean {
  return Object.keys(node).every((keyword) => ANNOTATIONS.has(keyword));
}

/** The definition that a cut node stands for. */
export function cutTarget(node: JsonSchema): JsonSchema | undefined {
  const target: unknown = (node as { [CUT]?: unknown })[CUT];
  return isJsonObject(target) ? target : undefined;
}
