/**
 * Marks what `call.elicit()` throws to leave the method while a person thinks. It is no failure:
 * filters never see it, and the invoker hands it on to the server as it is.
 */
export const UNWINDING = Symbol.for('toolport.unwinding');

export function isUnwinding(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    (thrown as { [UNWINDING]?: true })[UNWINDING] === true
  );
}
