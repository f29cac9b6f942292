import { trimWhitespace } from '../../protocol/header-value.js';
import type { MessageContext } from '../message-context.js';

/** One header of the request, without the whitespace around it; several lines count as one. */
export function headerOf(context: MessageContext, name: string): string | undefined {
  const value = context.headers[name];
  if (value === undefined) return undefined;
  return trimWhitespace(typeof value === 'string' ? value : value.join(', '));
}
