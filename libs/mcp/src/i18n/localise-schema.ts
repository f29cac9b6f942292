import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchemaObject } from '../protocol/messages.js';

/** The words of an argument, by its path: `customer.name`, `lines.quantity` (through an array). */
export type ArgumentWords = (path: string) => string | undefined;

/**
 * Replaces descriptions in a published input schema.
 *
 * A published description may end in rules that have no keyword (`Amount. Must be odd.`): these stay,
 * whatever the language, since only they say what is accepted.
 *
 * @param authored the schema with the descriptions as their author wrote them
 */
export function localiseSchema(
  published: JsonSchemaObject,
  words: ArgumentWords,
  authored?: JsonSchemaObject,
): JsonSchemaObject {
  return localiseNode(published, words, authored && new AuthoredSchema(authored), '');
}

/** The paths of all arguments of a schema, nested ones included. */
export function argumentPaths(schema: JsonSchemaObject): string[] {
  const root = new AuthoredSchema(schema);
  return root.paths('', 0);
}

function localiseNode(
  node: JsonSchemaObject,
  words: ArgumentWords,
  authored: AuthoredSchema | undefined,
  prefix: string,
): JsonSchemaObject {
  const { properties, items } = node;
  const changed: Record<string, unknown> = {};
  if (isJsonObject(items)) changed.items = localiseNode(items, words, authored, prefix);
  if (isJsonObject(properties)) {
    changed.properties = Object.fromEntries(
      Object.entries(properties).map(([name, child]) => [
        name,
        isJsonObject(child) ? localiseProperty(child, words, authored, prefix + name) : child,
      ]),
    );
  }
  return Object.keys(changed).length === 0 ? node : { ...node, ...changed };
}

function localiseProperty(
  node: JsonSchemaObject,
  words: ArgumentWords,
  authored: AuthoredSchema | undefined,
  path: string,
): JsonSchemaObject {
  const inner = localiseNode(node, words, authored, `${path}.`);
  const translated = words(path);
  if (translated === undefined) return inner;
  const original = authored?.at(path);
  const rules = original ? rulesBehind(node.description, original.description) : '';
  return { ...inner, description: joinSentences(translated, rules) };
}

/** What publication added to an author's description. */
function rulesBehind(published: unknown, authored: unknown): string {
  if (typeof published !== 'string') return '';
  const own = typeof authored === 'string' ? authored.trim() : '';
  return published.startsWith(own) ? published.slice(own.length).replace(/^[.\s]+/, '') : '';
}

function joinSentences(first: string, second: string): string {
  if (second === '') return first;
  return /[.!?。！？]$/.test(first) ? `${first} ${second}` : `${first}. ${second}`;
}

const DEEPEST = 8;

/** A schema whose arguments are found by path, through arrays and local references. */
class AuthoredSchema {
  constructor(
    private readonly root: JsonSchemaObject,
    private readonly node: JsonSchemaObject = root,
  ) {}

  get description(): unknown {
    return this.node.description ?? this.#resolved().description;
  }

  at(path: string): AuthoredSchema | undefined {
    const [name = '', ...rest] = path.split('.');
    const child = this.child(name);
    return rest.length === 0 ? child : child?.at(rest.join('.'));
  }

  paths(prefix: string, depth: number): string[] {
    const { properties } = this.#shape();
    // A schema may refer to itself: deeper than this nobody names an argument.
    if (!isJsonObject(properties) || depth > DEEPEST) return [];
    return Object.keys(properties).flatMap((name) => [
      prefix + name,
      ...(this.child(name)?.paths(`${prefix}${name}.`, depth + 1) ?? []),
    ]);
  }

  child(name: string): AuthoredSchema | undefined {
    const { properties } = this.#shape();
    if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return undefined;
    const child = properties[name];
    return isJsonObject(child) ? new AuthoredSchema(this.root, child) : undefined;
  }

  /** The object schema that this node, or each item of it, is. */
  #shape(): JsonSchemaObject {
    let shape = this.#resolved();
    // A list may be one of lists of itself.
    for (let depth = 0; isJsonObject(shape.items) && depth < DEEPEST; depth += 1) {
      shape = new AuthoredSchema(this.root, shape.items).#resolved();
    }
    return shape;
  }

  #resolved(): JsonSchemaObject {
    const reference = /^#\/\$defs\/([^/]+)$/.exec(String(this.node.$ref))?.[1];
    const { $defs } = this.root;
    if (reference === undefined || !isJsonObject($defs)) return this.node;
    const target = $defs[decodeURIComponent(reference)];
    return isJsonObject(target) ? target : this.node;
  }
}
