import { isJsonObject } from './json-rpc.js';

/** Keywords under which a looser schema refuses more, or which hold a pattern as a name. */
const TURNS_ROUND = new Set(['not', 'if', 'oneOf', 'maxContains', 'patternProperties']);

/**
 * What is enforced of the schema of another server's tool: no regular expression. One such as
 * `^(a+)+$` and a text to match keep the process busy for hours, and that server may send both.
 * Where leaving the patterns out could refuse what the schema allows, nothing is enforced.
 */
export function enforcedOfForeign<Schema extends object>(schema: Schema): Schema {
  if (!hasPattern(schema)) return schema;
  const rest = withoutPatterns(schema) as Schema;
  // A reference can lead into what is no schema, an `enum` for instance.
  return hasPattern(rest) || some(rest, (key) => TURNS_ROUND.has(key)) ? ({} as Schema) : rest;
}

function hasPattern(schema: unknown): boolean {
  return some(
    schema,
    (key, value) =>
      (key === 'pattern' && typeof value === 'string') ||
      (key === 'patternProperties' && isJsonObject(value)),
  );
}

function withoutPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPatterns);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => key !== 'pattern' || typeof member !== 'string',
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, changed(key, member)]));
}

function changed(key: string, member: unknown): unknown {
  const isValue = key === 'enum' || key === 'const' || key === 'default' || key === 'examples';
  return isValue ? member : withoutPatterns(member);
}

function some(value: unknown, wanted: (key: string, member: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => wanted(key, member) || some(member, wanted));
}
