import type { Shape } from '../corpus/shape.js';
import type { DeclaredProperty, DeclaredType, ObjectType } from './declared-types.js';

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Whether a JSON value is one that the declared type asks for (dates travel as RFC 3339). */
export function isDeclared(type: DeclaredType, value: unknown): boolean {
  switch (type.kind) {
    case 'any':
      return true;
    case 'string':
    case 'number':
    case 'boolean':
    case 'undefined':
      return typeof value === type.kind;
    case 'integer':
    case 'bigint':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'pattern':
      return typeof value === 'string' && new RegExp(type.pattern).test(value);
    case 'literal':
      return value === type.value;
    case 'union':
      return type.of.some((part) => isDeclared(part, value));
    case 'optional':
      return value === undefined || isDeclared(type.of, value);
    case 'date':
      return typeof value === 'string' && RFC3339.test(value) && !Number.isNaN(Date.parse(value));
    case 'array':
    case 'set':
      return Array.isArray(value) && value.every((item) => isDeclared(type.of, item));
    case 'map':
      return isRecord(value) && Object.values(value).every((item) => isDeclared(type.of, item));
    default:
      return isDeclaredObject(type, value);
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeclaredObject({ properties, index }: ObjectType, value: unknown): boolean {
  const entries = Object.entries(properties);
  // `{}` is the type of everything but null and undefined.
  if (!isRecord(value)) {
    return entries.length === 0 && !index && value !== null && value !== undefined;
  }
  const known = entries.every(([key, property]) =>
    key in value ? isDeclared(property.type, value[key]) : mayBeMissing(property),
  );
  return (
    known &&
    Object.entries(value).every(
      ([key, item]) => key in properties || !index || isDeclared(index, item),
    )
  );
}

function mayBeMissing({ type, isOptional }: DeclaredProperty): boolean {
  if (isOptional || type.kind === 'optional') return true;
  return type.kind === 'union' && type.of.some((part) => part.kind === 'undefined');
}

/** The declared type of a shape, with what it says of its keys and values on the wire. */
export function declaredTypeOf(shape: Shape, types: ReadonlyMap<string, ObjectType>): ObjectType {
  const declared = types.get(shape.type.name);
  if (!declared) throw new Error(`${shape.type.name} is not declared in the corpus`);
  const properties = { ...declared.properties };
  for (const [key, type] of Object.entries(shape.wire ?? {})) {
    const isOptional =
      type.kind === 'optional' || type.kind === 'any' || (properties[key]?.isOptional ?? false);
    properties[key] = { type, isOptional };
  }
  for (const [key, name] of Object.entries(shape.rename ?? {})) {
    properties[name] = properties[key];
    delete properties[key];
  }
  return { ...declared, properties };
}
