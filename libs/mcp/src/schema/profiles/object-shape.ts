import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { propertiesOf, requiredOf } from '../schema-types.js';
import { escapeToken } from '../schema-walk.js';
import type { PublishContext } from './profile-rules.js';
import { isPublishableKey, publishedKeys } from './published-key.js';
import type { Shape } from './shape.js';
import { lostRules, valueWords } from './words-of-rules.js';

const KEPT = ['properties', 'required', 'additionalProperties'];

/** An object with its properties under names that the profile's clients take. */
export function objectShape(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const declared = propertiesOf(node);
  const names = declared.map(([name]) => name);
  // What comes out bears its own names: nothing turns them back.
  const { profile } = context.rules;
  const isFit = context.direction === 'output' || names.every((n) => isPublishableKey(n, profile));
  const keys = isFit ? undefined : publishedKeys(names, profile);
  const keyOf = (name: string): string => keys?.get(name) ?? name;
  const properties = declared.map(([name, schema]): [string, JsonSchema] => [
    keyOf(name),
    context.publishNode(schema, `${pointer}/properties/${escapeToken(name)}`),
  ]);
  const known = new Set(names);
  const required = requiredOf(node)
    .filter((name) => known.has(name))
    .map(keyOf);
  const extras = extrasOf(node, pointer, context);
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
      ...extras.schema,
    },
    words: [...extras.words, ...lostRules(node, KEPT, pointer, context)],
  };
}

/**
 * `additionalProperties`: false unless the schema itself speaks of further keys, since OpenAI's
 * clients ask for it and a caller has no use for keys that nobody declared.
 */
function extrasOf(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const said = node.additionalProperties;
  const { rules, direction } = context;
  if (!rules.additionalProperties) {
    const words = said === undefined || said === false ? [] : ['Further keys may be given'];
    if (words.length > 0) context.lost.push(`${pointer}: additionalProperties`);
    const values = valueWords(node);
    return { schema: {}, words: values ? [`${words[0]}; ${values}`] : words };
  }
  if (said === undefined && direction === 'output') return { schema: {}, words: [] };
  if (!isJsonObject(said)) return { schema: { additionalProperties: said === true }, words: [] };
  const isAny = Object.keys(said).length === 0;
  const values = isAny || context.publishNode(said, `${pointer}/additionalProperties`);
  return { schema: { additionalProperties: values }, words: [] };
}
