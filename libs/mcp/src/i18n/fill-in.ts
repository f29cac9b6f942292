import type { MessageValues } from './message-source.js';

/**
 * Puts values into the `{name}` places of a message. A place without a value stays as it is: a
 * reader sees what is missing.
 */
export function fillIn(message: string, values: MessageValues = {}): string {
  return message.replaceAll(/\{([A-Za-z_][\w.]*)\}/g, (place, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return isPrintable(value) ? String(value) : place;
  });
}

function isPrintable(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}
