/** Something that listens to the outside, by a timer or a listener, for as long as it lasts. */
export interface Connectable {
  connect(): void;
  /** Whether it still waits to be connected; these functions alone write it. */
  unconnected?: boolean;
}

/**
 * Those that began in this turn of the event loop. Most calls are over before it ends: for them no
 * timer is set and no listener added, which together cost more than the call itself. What comes from
 * outside comes in a later turn. A list and a mark: to put fresh objects into a Set and take them out
 * again costs more than all the rest of a call's bookkeeping.
 */
let begun: Connectable[] = [];

/** Connects `one` when this turn is over, unless `neverConnect` is told by then. */
export function connectLater(one: Connectable): void {
  one.unconnected = true;
  if (begun.push(one) === 1) setImmediate(connectAll);
}

/** It is over; nothing happens where it was connected. */
export function neverConnect(one: Connectable): void {
  one.unconnected = false;
}

function connectAll(): void {
  const all = begun;
  begun = [];
  for (const one of all) {
    if (!one.unconnected) continue;
    one.unconnected = false;
    one.connect();
  }
}
