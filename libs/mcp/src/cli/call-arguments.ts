import { isJsonObject } from '../protocol/json-rpc.js';
import type { ToolDefinition } from '../protocol/messages.js';
import { usage } from './cli.error.js';

type Arguments = Record<string, unknown>;

/** The arguments of `--args '{…}'`. */
export function argumentsOfJson(text: string): Arguments {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usage(`--args is not JSON: ${text}`);
  }
  if (!isJsonObject(value)) throw usage('--args must be a JSON object');
  return { ...value };
}

/**
 * The arguments of `key=value` pairs: as the schema types them, so that `id=7` is a number and
 * `zip=01234` a text. A key that is given twice becomes a list.
 */
export function argumentsOfPairs(pairs: readonly string[], tool: ToolDefinition): Arguments {
  const given = new Map<string, string[]>();
  for (const [index, pair] of pairs.entries()) {
    const at = pair.indexOf('=');
    if (at < 1) {
      // Not repeated: it may be half of a secret that wanted quotes.
      throw usage(
        `Word ${index + 1} behind the tool is no key=value; a value with spaces needs quotes`,
      );
    }
    const key = pair.slice(0, at);
    given.set(key, [...(given.get(key) ?? []), pair.slice(at + 1)]);
  }
  const properties = tool.inputSchema['properties'];
  const schemas = isJsonObject(properties) ? properties : {};
  const entries = [...given].map(([key, texts]) => [key, valueOf(texts, own(schemas, key))]);
  return Object.fromEntries(entries) as Arguments;
}

function valueOf(texts: readonly string[], schema: unknown): unknown {
  if (texts.length === 1 && !allows(schema, 'array')) return typed(texts[0], schema);
  // One text may be the whole list, written as JSON.
  const [first] = texts;
  if (texts.length === 1 && first.startsWith('[')) return typed(first, schema);
  const items = isJsonObject(schema) ? schema['items'] : undefined;
  return texts.map((text) => typed(text, items));
}

/** A text stays one where the schema takes texts; what is no JSON is left to the server to refuse. */
function typed(text: string, schema: unknown): unknown {
  if (allows(schema, 'string')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function allows(schema: unknown, type: string): boolean {
  if (!isJsonObject(schema)) return false;
  const types = [schema['type']].flat();
  if (types.includes(type)) return true;
  const branches = [schema['anyOf'], schema['oneOf']].flat();
  const values = [schema['enum']].flat();
  return (
    branches.some((branch) => allows(branch, type)) ||
    (type === 'string' && values.some((value) => typeof value === 'string'))
  );
}

function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
