import type { ClassType } from './class-type.js';
import type { TransformerOptions } from './pipe-options.js';

/** Plain to instance (what comes in) or instance to plain (what goes out). */
export type Phase = 'toClass' | 'toPlain';

interface PhaseOptions {
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
  readonly _typeMetadatas?: ReadonlyMap<unknown, ReadonlyMap<string, unknown>>;
  readonly _exposeMetadatas?: ReadonlyMap<unknown, unknown>;
  readonly _excludeMetadatas?: ReadonlyMap<unknown, unknown>;
  readonly _transformMetadatas?: ReadonlyMap<unknown, unknown>;
}

/** What class-transformer does with the properties of one class in one phase. */
export interface Transformation {
  /** Whether the property is carried over at all. */
  isVisible(property: string): boolean;
  /** The key on the wire. */
  wireName(property: string): string;
  /** Properties that are carried over even when the source has no such key. */
  readonly exposed: readonly string[];
  /** Properties with a `@Type()`. */
  readonly typed: readonly string[];
  /** Whether a `@Transform` of the user's stands between the wire and the property. */
  isTransformed(property: string): boolean;
  typeOf(property: string): TypeMetadata | undefined;
}

const PHASE_NUMBER = { toClass: 0, toPlain: 1 } as const;

/** Reads what class-transformer would do; without the package, everything is carried over as it is. */
export function transformationOf(
  type: ClassType,
  phase: Phase,
  options: TransformerOptions,
  storage: TransformerStorage | undefined,
): Transformation {
  if (!storage || options.ignoreDecorators) return typesOnly(type, storage);
  const exposed = storage.getExposedMetadatas(type).filter((meta) => appliesTo(phase, meta));
  return {
    isVisible: visibility(type, phase, options, storage),
    wireName: (property) => {
      const expose = storage.findExposeMetadata(type, property);
      return (appliesTo(phase, expose) ? expose?.options?.name : undefined) ?? property;
    },
    exposed: exposed.map((meta) => meta.propertyName),
    typed: typedProperties(type, storage),
    isTransformed: (property) => transforms(type, property, phase, options, storage),
    typeOf: (property) => storage.findTypeMetadata(type, property),
  };
}

function typesOnly(type: ClassType, storage: TransformerStorage | undefined): Transformation {
  return {
    isVisible: () => true,
    wireName: (property) => property,
    exposed: [],
    typed: typedProperties(type, storage),
    isTransformed: () => false,
    typeOf: (property) => storage?.findTypeMetadata(type, property),
  };
}

/** class-transformer has no question for it: its map is asked, where there is one. */
function typedProperties(
  type: ClassType,
  storage: TransformerStorage | undefined,
): readonly string[] {
  const found = new Set<string>();
  for (let owner: unknown = type; typeof owner === 'function'; owner = Object.getPrototypeOf(owner))
    for (const property of storage?._typeMetadatas?.get(owner)?.keys() ?? []) found.add(property);
  return [...found];
}

function visibility(
  type: ClassType,
  phase: Phase,
  options: TransformerOptions,
  storage: TransformerStorage,
): (property: string) => boolean {
  const own = storage.getStrategy(type);
  const strategy = own === 'none' ? (options.strategy ?? 'exposeAll') : own;
  const onlyExposed = strategy === 'excludeAll' || options.excludeExtraneousValues === true;
  return (property) => {
    if (options.excludePrefixes?.some((prefix) => property.startsWith(prefix))) return false;
    const exclude = storage.findExcludeMetadata(type, property);
    if (exclude && appliesTo(phase, exclude)) return false;
    const expose = storage.findExposeMetadata(type, property);
    if (onlyExposed && !(expose && appliesTo(phase, expose))) return false;
    return isOfVersion(expose, options) && isOfGroup(expose, options);
  };
}

function transforms(
  type: ClassType,
  property: string,
  phase: Phase,
  options: TransformerOptions,
  storage: TransformerStorage,
): boolean {
  return storage
    .findTransformMetadatas(type, property, PHASE_NUMBER[phase])
    .some((meta) => isOfVersion(meta, options) && isOfGroup(meta, options));
}

function appliesTo(phase: Phase, meta: { readonly options?: PhaseOptions } | undefined): boolean {
  const { toClassOnly = false, toPlainOnly = false } = meta?.options ?? {};
  if (toClassOnly === toPlainOnly) return true;
  return phase === 'toClass' ? toClassOnly : toPlainOnly;
}

function isOfGroup(
  meta: { readonly options?: PhaseOptions } | undefined,
  { groups }: TransformerOptions,
): boolean {
  const own = meta?.options?.groups;
  if (!own?.length) return true;
  return groups?.some((group) => own.includes(group)) ?? false;
}

function isOfVersion(
  meta: { readonly options?: PhaseOptions } | undefined,
  { version }: TransformerOptions,
): boolean {
  const { since, until } = meta?.options ?? {};
  if (version === undefined) return true;
  return (!since || version >= since) && (!until || version < until);
}
