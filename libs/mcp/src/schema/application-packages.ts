import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import type { ClassType } from './class-type.js';
import type { TransformerStorage } from './transformer-storage.js';
import type { ValidationStorage } from './validation-metadata.js';

/** The metadata that the application's own copies of its validation packages hold. */
export interface ApplicationPackages {
  /** Undefined where the application has no class-validator. */
  readonly validation?: ValidationStorage;
  /** Undefined where the application has no class-transformer. */
  readonly transformation?: TransformerStorage;
  /** Files of further copies of class-transformer which hold metadata of the class: lost to it. */
  strayCopiesOf(type: ClassType): readonly string[];
}

let packages: ApplicationPackages | undefined;

/**
 * Finds class-validator and class-transformer as the application sees them, synchronously and only
 * when the first class is described. Both are optional peers; in a monorepo or under pnpm a copy
 * that the library would see need not be the one whose decorators the application called.
 */
export function applicationPackages(): ApplicationPackages {
  packages ??= resolvePackages();
  return packages;
}

function resolvePackages(): ApplicationPackages {
  const { own, strays } = transformerStorages();
  const validation = validationStorage();
  return {
    ...(validation ? { validation } : {}),
    ...(own ? { transformation: own } : {}),
    strayCopiesOf: (type) =>
      strays.filter(([, storage]) => hasMetadataOf(storage, type)).map(([file]) => file),
  };
}

/** Every copy of class-validator 0.14 and later keeps its metadata in one global variable. */
function validationStorage(): ValidationStorage | undefined {
  const found = requireFromApplication('class-validator') as
    { getMetadataStorage?: () => ValidationStorage } | undefined;
  const global = globalThis as { classValidatorMetadataStorage?: ValidationStorage };
  return found?.getMetadataStorage?.() ?? global.classValidatorMetadataStorage;
}

// A deep import, since the package exports no accessor: the one that @nestjs/mapped-types makes.
const TRANSFORMER_STORAGES = ['class-transformer/cjs/storage', 'class-transformer/storage'];

function transformerStorages(): {
  own?: TransformerStorage;
  strays: [string, TransformerStorage][];
} {
  const loaded = loadedTransformers();
  const resolved = TRANSFORMER_STORAGES.map(requireFromApplication).find(Boolean) as
    TransformerModule | undefined;
  const only = loaded.size === 1 ? [...loaded.values()][0] : undefined;
  // What is loaded already is what the decorators wrote to, wherever it lies.
  const own = only ?? resolved?.defaultMetadataStorage;
  const strays = [...loaded].filter(([, storage]) => storage !== own);
  return { ...(own ? { own } : {}), strays };
}

function hasMetadataOf(storage: TransformerStorage, type: ClassType): boolean {
  const { _typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas } = storage;
  const maps = [_typeMetadatas, _exposeMetadatas, _excludeMetadatas, _transformMetadatas];
  return maps.some((map) => map?.has(type));
}

interface TransformerModule {
  readonly defaultMetadataStorage: TransformerStorage;
}

const STORAGE_FILE = join('class-transformer', 'cjs', 'storage.js');

function loadedTransformers(): Map<string, TransformerStorage> {
  const found = new Map<string, TransformerStorage>();
  const cache: NodeJS.Dict<NodeJS.Module> = requireFrom(process.cwd()).cache;
  for (const file of Object.keys(cache)) {
    if (!file.endsWith(sep + STORAGE_FILE)) continue;
    const storage = (cache[file]?.exports as TransformerModule | undefined)?.defaultMetadataStorage;
    if (storage) found.set(file, storage);
  }
  return found;
}

/** A package of the application, from its own place; undefined where it has none. */
export function requireFromApplication(request: string): unknown {
  for (const root of applicationRoots()) {
    try {
      return requireFrom(root)(request);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  return undefined;
}

/** The entry file's folder, then the working directory; a tool's entry (jest, nest) comes last. */
function applicationRoots(): string[] {
  const entry = process.argv[1] ? dirname(process.argv[1]) : undefined;
  if (!entry) return [process.cwd()];
  const isTool = entry.split(sep).includes('node_modules');
  return isTool ? [process.cwd(), entry] : [entry, process.cwd()];
}

function requireFrom(folder: string): NodeJS.Require {
  return createRequire(join(folder, 'package.json'));
}
