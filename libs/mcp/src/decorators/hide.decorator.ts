import { HIDE_METADATA, LIST_GUARD_METADATA } from './metadata-keys.js';

/**
 * Keeps a class, a method or a parameter out of MCP; it always wins.
 *
 * A hidden parameter never appears in the schema, and an argument of its name is refused.
 */
export function McpHide(): ClassDecorator & MethodDecorator & ParameterDecorator {
  return (target: object, key?: string | symbol, place?: PropertyDescriptor | number) => {
    if (key === undefined) return Reflect.defineMetadata(HIDE_METADATA, true, target);
    if (typeof place !== 'number') {
      return Reflect.defineMetadata(HIDE_METADATA, true, place?.value as object);
    }
    const hidden = (Reflect.getOwnMetadata(HIDE_METADATA, target, key) ?? []) as number[];
    Reflect.defineMetadata(HIDE_METADATA, [...hidden, place], target, key);
  };
}

/**
 * Marks a guard as fit for lists: free of side effects, needs no arguments. With
 * `visibility: 'guarded'` a tool is listed only if its guards so marked let the caller through.
 */
export function McpListGuard(): ClassDecorator {
  return (target) => Reflect.defineMetadata(LIST_GUARD_METADATA, true, target);
}
