import type { ClassType } from './class-type.js';

/** For which phase, groups and versions a decorator counts. */
export interface PhaseOptions {
  readonly toClassOnly?: boolean;
  readonly toPlainOnly?: boolean;
  readonly groups?: readonly string[];
  readonly since?: number;
  readonly until?: number;
}

export interface ExposeMetadata {
  readonly propertyName: string;
  readonly options?: PhaseOptions & { readonly name?: string };
}

interface ExcludeMetadata {
  readonly options?: PhaseOptions;
}

export interface Discriminator {
  readonly property: string;
  readonly subTypes: readonly { readonly value: ClassType; readonly name: string }[];
}

export interface TypeMetadata {
  readonly typeFunction?: (help: object) => unknown;
  /** `design:type` of the property as it was when `@Type` ran. */
  readonly reflectedType?: unknown;
  readonly options?: {
    readonly discriminator?: Discriminator;
    readonly keepDiscriminatorProperty?: boolean;
  };
}

export interface TransformMetadata {
  readonly options?: PhaseOptions;
}

/** class-transformer's `MetadataStorage`, as far as it is read. */
export interface TransformerStorage {
  getStrategy(type: ClassType): 'excludeAll' | 'exposeAll' | 'none';
  findExposeMetadata(type: ClassType, property: string): ExposeMetadata | undefined;
  findExcludeMetadata(type: ClassType, property: string): ExcludeMetadata | undefined;
  findTypeMetadata(type: ClassType, property: string): TypeMetadata | undefined;
  findTransformMetadatas(
    type: ClassType,
    property: string,
    phase: 0 | 1,
  ): readonly TransformMetadata[];
  getExposedMetadatas(type: ClassType): readonly ExposeMetadata[];
  /** Private to class-transformer: asked for its keys alone. */
  readonly _typeMetadatas?: PrivateMap;
  readonly _exposeMetadatas?: PrivateMap;
  readonly _excludeMetadatas?: PrivateMap;
  readonly _transformMetadatas?: PrivateMap;
}

/** By class, then by property. */
type PrivateMap = ReadonlyMap<unknown, ReadonlyMap<string, unknown>>;

/** What the decorators say of the properties of one class, those of its ancestors included. */
export interface PropertyMetadata {
  /** Properties with a `@Type()`. */
  readonly typed: readonly string[];
  readonly type: (property: string) => TypeMetadata | undefined;
  readonly expose: (property: string) => ExposeMetadata | undefined;
  readonly exclude: (property: string) => ExcludeMetadata | undefined;
  readonly transforms: (property: string, phase: 0 | 1) => readonly TransformMetadata[];
}

/**
 * Asks the storage, but only about properties that it has something about: each of its own answers
 * takes a walk through the ancestors, and most properties have no such decorator.
 */
export function metadataOf(
  type: ClassType,
  storage: TransformerStorage | undefined,
): PropertyMetadata {
  const isIn = (map: PrivateMap | undefined): ((property: string) => boolean) => {
    const known = map && propertiesIn(map, type);
    if (known === NONE) return NEVER;
    return (property) => known?.has(property) ?? true;
  };
  const types = storage?._typeMetadatas;
  const typed = types && propertiesIn(types, type);
  const isExposed = isIn(storage?._exposeMetadatas);
  const isExcluded = isIn(storage?._excludeMetadatas);
  const isTransformed = isIn(storage?._transformMetadatas);
  return {
    typed: typed ? [...typed] : [],
    type: (name) =>
      (typed?.has(name) ?? true) ? storage?.findTypeMetadata(type, name) : undefined,
    expose: (name) => (isExposed(name) ? storage?.findExposeMetadata(type, name) : undefined),
    exclude: (name) => (isExcluded(name) ? storage?.findExcludeMetadata(type, name) : undefined),
    transforms: (name, phase) =>
      isTransformed(name) ? (storage?.findTransformMetadatas(type, name, phase) ?? []) : [],
  };
}

const NONE: ReadonlySet<string> = new Set();
const NEVER = (): boolean => false;

function propertiesIn(map: PrivateMap, type: ClassType): ReadonlySet<string> {
  let found: Set<string> | undefined;
  for (let one: unknown = type; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    const own = map.get(one);
    if (!own) continue;
    found ??= new Set();
    for (const property of own.keys()) found.add(property);
  }
  return found ?? NONE;
}
