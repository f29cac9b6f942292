import { isJsonObject } from '../protocol/json-rpc.js';
import { referredClass, withoutReference } from './class-reference.js';
import type { ClassType } from './class-type.js';
import type { JsonSchema } from './json-schema.js';
import { mergeSchemas } from './merge-schemas.js';
import type { MarkedSchema } from './schema-marks.js';
import { forEachSubschema, mapSubschemas } from './schema-walk.js';

/** What happens where a class contains itself. */
export type Recursion =
  /** It becomes a definition, and is referred to. */
  | 'define'
  /** The second time it is just an object. */
  | 'cut';

/**
 * Puts the schemas of classes where they are referred to. Only classes on a circle become
 * `$defs`; when that makes the schema too large, all that are used more than once do.
 *
 * @param schemaOf - The schema of one class, in which other classes are references.
 */
export function assembleSchema(
  root: ClassType,
  schemaOf: (type: ClassType) => MarkedSchema,
  recursion: Recursion,
): JsonSchema {
  return new Assembly(schemaOf, recursion).assemble(root);
}

/** Beyond this a schema costs a model more than the references that it is spared. */
const MAX_NODES = 2000;

class Assembly {
  private readonly definitions = new Map<string, JsonSchema>();
  private readonly names = new Map<ClassType, string>();
  private readonly references = new Map<ClassType, readonly ClassType[]>();
  private readonly open: ClassType[] = [];
  private shared: ReadonlySet<ClassType> = new Set();

  constructor(
    private readonly schemaOf: (type: ClassType) => MarkedSchema,
    private readonly recursion: Recursion,
  ) {}

  assemble(root: ClassType): JsonSchema {
    this.shared = this.findShared(root);
    const schema = this.expandClass(root);
    if (this.definitions.size === 0) return schema;
    return { ...schema, $defs: Object.fromEntries(this.definitions) };
  }

  private expandClass(type: ClassType): MarkedSchema {
    this.open.push(type);
    const schema = this.expand(this.schemaOf(type));
    this.open.pop();
    return schema;
  }

  private expand(node: MarkedSchema): MarkedSchema {
    const type = referredClass(node);
    if (type) return this.expandReference(type, this.expand(withoutReference(node)));
    return mapSubschemas(node, (child) => (isJsonObject(child) ? this.expand(child) : child));
  }

  private expandReference(type: ClassType, extra: MarkedSchema): MarkedSchema {
    if (this.recursion === 'cut') {
      return this.open.includes(type)
        ? mergeSchemas([{ type: 'object' }, extra])
        : combine(this.expandClass(type), extra);
    }
    if (!this.shared.has(type) && !this.isCircular(type))
      return combine(this.expandClass(type), extra);
    if (!extra.properties) return { $ref: `#/$defs/${this.define(type)}`, ...extra };
    return { $ref: `#/$defs/${this.defineVariant(type, extra)}` };
  }

  private define(type: ClassType): string {
    const name = this.nameOf(type);
    if (!this.definitions.has(name)) {
      // The place is taken before the body is made, which may refer to it.
      this.definitions.set(name, {});
      this.definitions.set(name, this.expandClass(type));
    }
    return name;
  }

  /**
   * A subtype with its discriminator is a definition of its own: `additionalProperties: false`
   * beside a `$ref` would not see the discriminator's property.
   */
  private defineVariant(type: ClassType, extra: MarkedSchema): string {
    const constants = Object.values(extra.properties as Record<string, JsonSchema>);
    const name = toName(`${this.nameOf(type)}_${String(constants[0]?.const)}`);
    if (!this.definitions.has(name)) {
      this.definitions.set(name, {});
      this.definitions.set(name, combine(this.expandClass(type), extra));
    }
    return name;
  }

  private nameOf(type: ClassType): string {
    const known = this.names.get(type);
    if (known) return known;
    const taken = new Set(this.names.values());
    const base = toName(type.name || 'Anonymous');
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
    this.names.set(type, name);
    return name;
  }

  private isCircular(type: ClassType): boolean {
    return this.reachable(type).has(type);
  }

  private reachable(type: ClassType): ReadonlySet<ClassType> {
    const found = new Set<ClassType>();
    const pending = [...this.referencesOf(type)];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      pending.push(...this.referencesOf(next));
    }
    return found;
  }

  private referencesOf(type: ClassType): readonly ClassType[] {
    let found = this.references.get(type);
    if (!found) {
      found = collectReferences(this.schemaOf(type));
      this.references.set(type, found);
    }
    return found;
  }

  /** Classes used more than once, if the schema is too large with all of them written out. */
  private findShared(root: ClassType): ReadonlySet<ClassType> {
    const sizes = new Map<ClassType, number>();
    const uses = new Map<ClassType, number>();
    const sizeOf = (type: ClassType): number => {
      const known = sizes.get(type);
      if (known !== undefined) return known;
      sizes.set(type, 0);
      let size = countNodes(this.schemaOf(type));
      for (const other of this.referencesOf(type)) {
        uses.set(other, (uses.get(other) ?? 0) + 1);
        size += sizeOf(other);
      }
      sizes.set(type, size);
      return size;
    };
    if (sizeOf(root) <= MAX_NODES) return new Set();
    return new Set([...uses].filter(([, count]) => count > 1).map(([type]) => type));
  }
}

/** The class's schema and what stands beside the reference; properties are added to each other. */
function combine(schema: MarkedSchema, extra: MarkedSchema): MarkedSchema {
  const { properties, required, ...rest } = extra;
  const merged = mergeSchemas([schema, rest]);
  if (!properties) return merged;
  const names = [
    ...((schema.required as string[] | undefined) ?? []),
    ...((required as string[] | undefined) ?? []),
  ];
  return {
    ...merged,
    properties: { ...(schema.properties as object), ...(properties as object) },
    ...(names.length > 0 ? { required: [...new Set(names)] } : {}),
  };
}

function collectReferences(node: MarkedSchema): ClassType[] {
  const type = referredClass(node);
  const found = type ? [type] : [];
  forEachSubschema(node, '', (child) => {
    if (isJsonObject(child)) found.push(...collectReferences(child));
  });
  return found;
}

function countNodes(node: JsonSchema): number {
  let count = 1;
  forEachSubschema(node, '', (child) => {
    if (isJsonObject(child)) count += countNodes(child);
  });
  return count;
}

function toName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_.-]/g, '_');
}
