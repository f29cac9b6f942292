import type { ClassType } from './class-type.js';
import type { TransformerOptions } from './pipe-options.js';
import {
  metadataOf,
  type PhaseOptions,
  type PropertyMetadata,
  type TransformerStorage,
  type TypeMetadata,
} from './transformer-storage.js';

/** Plain to instance (what comes in) or instance to plain (what goes out). */
export type Phase = 'toClass' | 'toPlain';

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
  const own = metadataOf(type, storage);
  const types = { typed: own.typed, typeOf: own.type };
  if (!storage || options.ignoreDecorators) return { ...NOTHING_SAID, ...types };
  const exposed = storage.getExposedMetadatas(type).filter((meta) => appliesTo(phase, meta));
  return {
    isVisible: visibility(own, storage.getStrategy(type), phase, options),
    wireName: (property) => {
      const expose = own.expose(property);
      return (appliesTo(phase, expose) ? expose?.options?.name : undefined) ?? property;
    },
    exposed: exposed.map((meta) => meta.propertyName),
    ...types,
    isTransformed: (property) =>
      own
        .transforms(property, PHASE_NUMBER[phase])
        .some((meta) => isOfVersion(meta, options) && isOfGroup(meta, options)),
  };
}

const NOTHING_SAID = {
  isVisible: () => true,
  wireName: (property: string) => property,
  exposed: [],
  isTransformed: () => false,
} as const;

function visibility(
  own: PropertyMetadata,
  strategyOfClass: ReturnType<TransformerStorage['getStrategy']>,
  phase: Phase,
  options: TransformerOptions,
): (property: string) => boolean {
  const strategy = strategyOfClass === 'none' ? (options.strategy ?? 'exposeAll') : strategyOfClass;
  const onlyExposed = strategy === 'excludeAll' || options.excludeExtraneousValues === true;
  return (property) => {
    if (options.excludePrefixes?.some((prefix) => property.startsWith(prefix))) return false;
    const exclude = own.exclude(property);
    if (exclude && appliesTo(phase, exclude)) return false;
    const expose = own.expose(property);
    if (onlyExposed && !(expose && appliesTo(phase, expose))) return false;
    return isOfVersion(expose, options) && isOfGroup(expose, options);
  };
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
