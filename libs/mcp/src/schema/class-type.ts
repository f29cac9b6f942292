/** A class as a value: what decorators and `design:type` hand us. */
export type ClassType = abstract new (...args: never[]) => unknown;

const BUILT_IN: ReadonlySet<unknown> = new Set([
  String,
  Number,
  Boolean,
  Object,
  Array,
  Date,
  Map,
  Set,
  BigInt,
  Symbol,
  Promise,
  Function,
  Buffer,
]);

/** Whether the value is a class that a user wrote (or a mixin made), not one of the language. */
export function isUserClass(value: unknown): value is ClassType {
  return typeof value === 'function' && value.prototype !== undefined && !BUILT_IN.has(value);
}
