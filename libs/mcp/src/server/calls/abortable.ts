import type { Enrolled } from '../../wire/roll.js';

/** A call that can be ended from outside. */
export interface Abortable extends Enrolled {
  abort(reason: unknown): void;
}
