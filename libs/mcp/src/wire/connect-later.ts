/** Something that listens to the outside, by a timer or a listener, for as long as it lasts. */
export interface Connectable {
  connect(): void;
}

/**
 * Those that began in this turn of the event loop. Most calls are over before it ends: for them no
 * timer is set and no listener added, which together cost more than the call itself. What comes from
 * outside comes in a later turn.
 */
const unconnected = new Set<Connectable>();

/** Connects `one` when this turn is over, unless `neverConnect` is told by then. */
export function connectLater(one: Connectable): void {
  if (unconnected.size === 0) setImmediate(connectAll);
  unconnected.add(one);
}

/** It is over; nothing happens where it was connected. */
export function neverConnect(one: Connectable): void {
  unconnected.delete(one);
}

function connectAll(): void {
  const all = [...unconnected];
  unconnected.clear();
  for (const one of all) one.connect();
}
