/** The message of whatever was thrown, with what caused it where that says more. */
export function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const { cause } = thrown;
  const inner = cause instanceof Error ? messageOf(cause) : '';
  return inner === '' || thrown.message.includes(inner)
    ? thrown.message
    : `${thrown.message} (${inner})`;
}

/** A member that error classes of Node and of the SDK carry: `ENOENT`, `REQUEST_TIMEOUT`. */
export function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown
    ? thrown.code
    : undefined;
}
