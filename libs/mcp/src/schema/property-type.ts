import { classReference } from './class-reference.js';
import { isUserClass, type ClassType } from './class-type.js';
import { designType } from './reflect.js';
import type { MarkedSchema } from './schema-marks.js';
import type { Transformation } from './transformer-metadata.js';
import type { Discriminator } from './transformer-storage.js';

/** What is known of a property's type without its validators. */
export interface PropertyType {
  /** `design:type`; an enum object under swc; undefined where the compiler emitted none. */
  readonly design: unknown;
  /** `Set` or `Map` where `@Type` makes one of the value. */
  readonly container: unknown;
  /** What `@Type` gives, and class-transformer makes of each value. */
  readonly converted: unknown;
  /** `@Type` looks at the value, so that its class is known only then. */
  readonly isDynamic: boolean;
  readonly discriminator?: Discriminator;
  /** Whether validators see the discriminator's property. */
  readonly keepsDiscriminator: boolean;
}

export function propertyType(
  type: ClassType,
  property: string,
  transformation: Transformation,
  implicitConversion: boolean,
): PropertyType {
  const design = designType(type.prototype as object, property);
  const meta = transformation.typeOf(property);
  const called = meta?.typeFunction ? callTypeFunction(meta.typeFunction, property) : undefined;
  const discriminator = meta?.options?.discriminator;
  return {
    design,
    container: meta ? meta.reflectedType : undefined,
    converted: meta ? called?.type : implicitConversion ? design : undefined,
    isDynamic: called?.isDynamic ?? false,
    keepsDiscriminator: meta?.options?.keepDiscriminatorProperty ?? false,
    ...(discriminator ? { discriminator } : {}),
  };
}

/** Calls `@Type`'s function as class-transformer would, and sees whether it looks at the value. */
function callTypeFunction(
  typeFunction: (help: object) => unknown,
  property: string,
): { type: unknown; isDynamic: boolean } {
  let isDynamic = false;
  const watched = (): object =>
    new Proxy(
      {},
      {
        get: () => {
          isDynamic = true;
          return undefined;
        },
      },
    );
  try {
    const type = typeFunction({ newObject: watched(), object: watched(), property });
    return isDynamic ? { type: undefined, isDynamic } : { type, isDynamic };
  } catch {
    // It cannot do without a value, or its class is not initialised yet.
    return { type: undefined, isDynamic: true };
  }
}

/** The schema of a value whose class or type is all that is known of it. */
export function schemaOfType(type: unknown): MarkedSchema {
  switch (type) {
    case String:
      return { type: 'string' };
    case Number:
      return { type: 'number' };
    case Boolean:
      return { type: 'boolean' };
    case Date:
      return { type: 'string', format: 'date-time' };
    case BigInt:
      return { type: ['integer', 'string'], pattern: String.raw`^-?\d+$` };
    case Array:
    case Set:
      return { type: 'array' };
    case Map:
      return { type: 'object' };
    default:
      return isUserClass(type) ? classReference(type) : {};
  }
}
