/**
 * The message of whatever was thrown, with what caused it where that says more.
 *
 * By shape, not by class: errors come from other realms and other copies of a package, too.
 */
export function messageOf(thrown: unknown): string {
  if (!hasMessage(thrown)) return String(thrown);
  // An AggregateError of several addresses has a code and no message.
  const code = codeOf(thrown);
  const message = thrown.message === '' && typeof code === 'string' ? code : thrown.message;
  const inner = hasMessage(thrown.cause) ? messageOf(thrown.cause) : '';
  return inner === '' || message.includes(inner) ? message : `${message} (${inner})`;
}

/** A member that error classes of Node and of the SDK carry: `ENOENT`, `REQUEST_TIMEOUT`. */
export function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown
    ? thrown.code
    : undefined;
}

/** What the SDK's errors carry beside: a status, a JSON-RPC error's `data`. */
export function dataOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'data' in thrown
    ? thrown.data
    : undefined;
}

/** The error and what caused it, outermost first. */
export function causesOf(thrown: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let error = thrown; hasMessage(error) && !chain.includes(error); error = error.cause) {
    chain.push(error);
  }
  return chain;
}

function hasMessage(value: unknown): value is { message: string; cause?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
