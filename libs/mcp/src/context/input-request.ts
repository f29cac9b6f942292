const BRAND = Symbol.for('toolport.InputRequest');

/**
 * On its way from `call.elicit()`, `call.sample()` or `call.roots()` to the server: unwinds the call,
 * so that no transaction is held while a person thinks. It is no error: filters never see it.
 */
export class InputRequestSignal extends Error {
  constructor() {
    super(
      'The call asks its caller for input and runs again with the answer. ' +
        'Code that catches errors must throw this on: see isInputRequest().',
    );
    this.name = 'InputRequestSignal';
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether `error` is a question on its way to the caller. A `catch` around `call.elicit()` must throw
 * it on. Recognised by mark, not by class: an application may hold two copies of this package.
 */
export function isInputRequest(error: unknown): boolean {
  return typeof error === 'object' && error !== null && BRAND in error;
}
