import { EventEmitter } from 'node:events';

/**
 * An `EventEmitter` whose state is made with its first listener: nearly no call has one, and the
 * constructor's work is a measurable part of a call. Node's own methods cater for a missing state.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface LazyEmitter extends EventEmitter {}
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export class LazyEmitter {}
Object.setPrototypeOf(LazyEmitter.prototype, EventEmitter.prototype);
