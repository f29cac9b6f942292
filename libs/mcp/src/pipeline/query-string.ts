import { toUrlText } from './url-text.js';

/** What JSON knows beside arrays, objects and null. */
type Leaf = string | number | boolean;

/** Values as a URL would carry them: leaves become strings, null and undefined are left out. */
export function toQueryValue(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    return value.map(toQueryValue).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object') return String(value as Leaf);
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of Object.entries(value)) {
    const leaf = toQueryValue(item);
    if (leaf !== undefined) copy[key] = leaf;
  }
  return copy;
}

/** Writes a query: `?a=1&b=2&b=3&c[d]=4`; empty without entries. */
export function toQueryString(query: Readonly<Record<string, unknown>>): string {
  let text = '';
  for (const key in query) text += pairs(encodeURIComponent(toUrlText(key)), query[key]);
  return text === '' ? '' : `?${text.slice(1)}`;
}

function pairs(name: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((item) => pairs(name, item)).join('');
  if (typeof value !== 'object') return `&${name}=${encodeURIComponent(toUrlText(value))}`;
  return Object.entries(value)
    .map(([key, item]) => pairs(`${name}[${encodeURIComponent(toUrlText(key))}]`, item))
    .join('');
}
