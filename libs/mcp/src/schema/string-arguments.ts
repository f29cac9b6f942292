import { isDeeperThan, MAX_DEPTH } from '../protocol/json-depth.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { acceptedTypes, propertiesOf, type JsonType } from './schema-types.js';

/**
 * Gives strings the types that the schema wants: arguments of prompts and variables of URI templates
 * are strings on the wire, whatever the method declares. What does not read as one stays a string,
 * for the check to refuse.
 */
export function typedArguments(
  strings: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
): Readonly<Record<string, unknown>> {
  const types = new Map(
    propertiesOf(schema).map(([name, node]) => [name, acceptedTypes(node, schema)]),
  );
  return Object.fromEntries(
    Object.entries(strings).map(([name, value]) => {
      const accepted = types.get(name);
      return [name, accepted && typeof value === 'string' ? typed(value, accepted) : value];
    }),
  );
}

function typed(text: string, accepted: ReadonlySet<JsonType>): unknown {
  if (accepted.has('string')) return text;
  if (accepted.has('number') && text.trim() !== '' && Number.isFinite(Number(text))) {
    return Number(text);
  }
  if (accepted.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return accepted.has('array') || accepted.has('object') ? parsed(text) : text;
}

/** Before any guard: no deeper than a message may be. */
function parsed(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) || isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
