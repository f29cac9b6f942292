/** A value as JSON text. */
export interface Serialised {
  /** Undefined where JSON knows nothing of the value (undefined, a function). */
  readonly json: string | undefined;
  /** Whether `JSON.stringify` writes the value by itself; false: it holds a BigInt. */
  readonly native: boolean;
}

/**
 * Writes a value as JSON. A BigInt, which `JSON.stringify` refuses, becomes a decimal string: the
 * only form in which no client loses digits.
 *
 * @throws TypeError on a cycle
 */
export function serialise(value: unknown): Serialised {
  try {
    return { json: JSON.stringify(value), native: true };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { json: JSON.stringify(value, bigIntAsText), native: false };
  }
}

function bigIntAsText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
