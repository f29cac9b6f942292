interface MetadataReader {
  getMetadata?(key: string, target: object, property?: string): unknown;
  getOwnMetadata?(key: string, target: object, property?: string): unknown;
}

// Without reflect-metadata there is no metadata, and nothing to fail about.
const reader = Reflect as MetadataReader;

/** Metadata by key, inherited ones included; undefined where reflect-metadata is not loaded. */
export function readMetadata(key: string, target: object, property?: string): unknown {
  return reader.getMetadata?.(key, target, property);
}

/** What the compiler emitted as the property's type, if anything. */
export function designType(target: object, property: string): unknown {
  return readMetadata('design:type', target, property);
}

/** Metadata of the target itself. */
export function readOwnMetadata(key: string, target: object): unknown {
  return reader.getOwnMetadata?.(key, target);
}
