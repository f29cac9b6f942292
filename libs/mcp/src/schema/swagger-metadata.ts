import type { ClassType } from './class-type.js';
import { readMetadata, readOwnMetadata } from './reflect.js';

/** What `@ApiProperty()` or the swagger plugin says of a property: read by key, never imported. */
export interface SwaggerProperty {
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly enum?: unknown;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly description?: string;
  readonly title?: string;
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  /** Further keywords of OpenAPI's schema object. */
  readonly [keyword: string]: unknown;
}

const PROPERTIES = 'swagger/apiModelProperties';
const PROPERTY_NAMES = 'swagger/apiModelPropertiesArray';
const CLASS_SCHEMA = 'swagger/apiSchema';
/** The static method that the swagger plugin writes into a class. */
const PLUGIN_FACTORY = '_OPENAPI_METADATA_FACTORY';

/** By property: decorators win over the plugin, a class over its parents. */
export function swaggerProperties(type: ClassType): ReadonlyMap<string, SwaggerProperty> {
  const found = pluginProperties(type);
  const prototype = type.prototype as object;
  for (const marked of (readMetadata(PROPERTY_NAMES, prototype) ?? []) as readonly string[]) {
    const name = marked.replace(/^:/, '');
    const own = readMetadata(PROPERTIES, prototype, name) as SwaggerProperty | undefined;
    found.set(name, { ...found.get(name), ...own });
  }
  return found;
}

function pluginProperties(type: ClassType): Map<string, SwaggerProperty> {
  const found = new Map<string, SwaggerProperty>();
  let current: unknown = type;
  while (typeof current === 'function' && current !== Function.prototype) {
    const factory = Object.hasOwn(current, PLUGIN_FACTORY)
      ? (current as unknown as Record<string, () => Record<string, SwaggerProperty>>)[
          PLUGIN_FACTORY
        ]
      : undefined;
    for (const [name, property] of Object.entries(factory?.() ?? {})) {
      const nearer = found.get(name);
      found.set(name, nearer ? { ...property, ...nearer } : property);
    }
    current = Object.getPrototypeOf(current) as unknown;
  }
  return found;
}

/** `@ApiSchema({ description })` on the class. */
export function swaggerClassWords(type: ClassType): { description?: string; title?: string } {
  const all = readOwnMetadata(CLASS_SCHEMA, type);
  const last = (Array.isArray(all) ? all.at(-1) : all) as { description?: string } | undefined;
  return last?.description ? { description: last.description } : {};
}

/** The innermost type, and how many arrays stand around it. */
export interface SwaggerType {
  readonly leaf: unknown;
  readonly depth: number;
}

const TYPE_NAMES: Readonly<Record<string, unknown>> = {
  string: String,
  String: String,
  number: Number,
  Number: Number,
  boolean: Boolean,
  Boolean: Boolean,
};

/** Resolves `type: () => [Cat]`, `type: 'string'`, `isArray` and the like. */
export function swaggerType(property: SwaggerProperty | undefined): SwaggerType {
  let leaf = resolveLazy(property?.type);
  let depth = 0;
  while (Array.isArray(leaf)) {
    depth += 1;
    leaf = resolveLazy(leaf[0]);
  }
  if (property?.isArray) depth = Math.max(depth, 1);
  return { leaf: typeof leaf === 'string' ? (TYPE_NAMES[leaf] ?? leaf) : leaf, depth };
}

/** A class is called by nobody; an arrow function that gives the type has no prototype. */
function resolveLazy(type: unknown): unknown {
  if (typeof type !== 'function' || type.prototype !== undefined) return type;
  // BigInt, Symbol and the like have a prototype; what is left are arrow functions.
  try {
    return (type as () => unknown)();
  } catch {
    // A type that is not initialised yet (a cycle of imports) says nothing.
    return undefined;
  }
}

/** The values of a TypeScript enum object (without the reverse mapping), or of a list. */
export function enumValues(source: unknown): readonly unknown[] {
  const value = typeof source === 'function' ? (source as () => unknown)() : source;
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  // A numeric member's name is also a value of the reverse mapping: { 0: 'Low', Low: 0 }.
  const isReverse = ([key, member]: [string, unknown]): boolean =>
    typeof member === 'string' && (value as Record<string, unknown>)[member] === Number(key);
  return [...new Set(entries.filter((entry) => !isReverse(entry)).map(([, member]) => member))];
}
