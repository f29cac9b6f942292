/**
 * A plain object for one call alone. Guards leave in it what they have verified for those behind them;
 * a batch or a channel has one request for all its calls, whose next one would be believed unasked.
 *
 * What has a class stays as it is: a copy of an entity or a session would be another one, without its
 * private members.
 */
export function ownCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== null && prototype !== Object.prototype) return value;
  return Object.assign(Object.create(prototype) as Value & object, value);
}
