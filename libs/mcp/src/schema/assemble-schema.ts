import { isJsonObject } from '../protocol/json-rpc.js';
import type { ClassGraph } from './class-graph.js';
import { isEmptySchema, referredClass, withoutReference } from './class-reference.js';
import type { ClassType } from './class-type.js';
import type { JsonSchema } from './json-schema.js';
import { mergeSchemas } from './merge-schemas.js';
import type { MarkedSchema } from './schema-marks.js';
import { propertiesOf, requiredOf } from './schema-types.js';
import { mapSubschemas } from './schema-walk.js';

/** What happens where a class contains itself. */
export type Recursion =
  /** It becomes a definition, and is referred to. */
  | 'define'
  /** The second time it is just an object. */
  | 'cut';

/** Classes that are written out already: the same wherever they stand, so made once. */
export type WrittenClasses = WeakMap<ClassType, MarkedSchema>;

/**
 * Puts the schemas of classes where they are referred to. Only classes on a circle become
 * `$defs`; when that makes the schema too large, all that are used more than once do.
 */
export function assembleSchema(
  root: ClassType,
  graph: ClassGraph,
  recursion: Recursion,
  written: WrittenClasses,
): JsonSchema {
  return new Assembly(root, graph, recursion, written).assemble();
}

/** Beyond this a schema costs a model more than the references that it is spared. */
const MAX_NODES = 2000;

class Assembly {
  readonly #definitions = new Map<string, JsonSchema>();
  readonly #names = new Map<ClassType, string>();
  readonly #open: ClassType[] = [];
  readonly #shared: ReadonlySet<ClassType>;

  constructor(
    private readonly root: ClassType,
    private readonly graph: ClassGraph,
    private readonly recursion: Recursion,
    private readonly written: WrittenClasses,
  ) {
    const { size, uses } = graph.measure(root);
    const shared = [...uses].filter(([, count]) => count > 1).map(([type]) => type);
    this.#shared = new Set(size > MAX_NODES ? shared : []);
  }

  assemble(): JsonSchema {
    const schema = this.#writeClass(this.root);
    if (this.#definitions.size === 0) return schema;
    return { ...schema, $defs: Object.fromEntries(this.#definitions) };
  }

  #writeClass(type: ClassType): MarkedSchema {
    if (this.graph.reachableFrom(type).size === 0) return this.graph.schemaOf(type);
    const isSame = this.#shared.size === 0 && this.graph.isTree(type);
    const known = isSame ? this.written.get(type) : undefined;
    if (known) return known;
    this.#open.push(type);
    const schema = this.#write(this.graph.schemaOf(type));
    this.#open.pop();
    if (isSame) this.written.set(type, schema);
    return schema;
  }

  #write(node: MarkedSchema): MarkedSchema {
    const type = referredClass(node);
    if (type) return this.#writeReference(type, this.#write(withoutReference(node)));
    return mapSubschemas(node, (child) => (isJsonObject(child) ? this.#write(child) : child));
  }

  #writeReference(type: ClassType, extra: MarkedSchema): MarkedSchema {
    if (this.recursion === 'cut') {
      return this.#open.includes(type)
        ? mergeSchemas([{ type: 'object' }, extra])
        : combine(this.#writeClass(type), extra);
    }
    if (!this.#shared.has(type) && !this.graph.isCircular(type)) {
      return combine(this.#writeClass(type), extra);
    }
    if (!extra.properties) return { $ref: `#/$defs/${this.#define(type)}`, ...extra };
    return { $ref: `#/$defs/${this.#defineVariant(type, extra)}` };
  }

  #define(type: ClassType): string {
    const name = this.#nameOf(type);
    if (!this.#definitions.has(name)) {
      // The place is taken before the body is made, which may refer to it.
      this.#definitions.set(name, {});
      this.#definitions.set(name, this.#writeClass(type));
    }
    return name;
  }

  /**
   * A subtype with its discriminator is a definition of its own: `additionalProperties: false`
   * beside a `$ref` would not see the discriminator's property.
   */
  #defineVariant(type: ClassType, extra: MarkedSchema): string {
    const constant = propertiesOf(extra)[0]?.[1].const;
    const name = toName(`${this.#nameOf(type)}_${String(constant)}`);
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, {});
      this.#definitions.set(name, combine(this.#writeClass(type), extra));
    }
    return name;
  }

  #nameOf(type: ClassType): string {
    const known = this.#names.get(type);
    if (known) return known;
    const taken = new Set(this.#names.values());
    const base = toName(type.name || 'Anonymous');
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    this.#names.set(type, name);
    return name;
  }
}

/** The class's schema and what stands beside the reference; properties are added to each other. */
function combine(schema: MarkedSchema, extra: MarkedSchema): MarkedSchema {
  if (isEmptySchema(extra)) return schema;
  const { properties, required: _, ...rest } = extra;
  const merged = mergeSchemas([schema, rest]);
  if (!properties) return merged;
  const required = new Set([...requiredOf(schema), ...requiredOf(extra)]);
  return {
    ...merged,
    properties: Object.fromEntries([...propertiesOf(schema), ...propertiesOf(extra)]),
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
}

function toName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_.-]/g, '_');
}
