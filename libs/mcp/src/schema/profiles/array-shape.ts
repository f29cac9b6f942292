import type { JsonSchema } from '../json-schema.js';
import { branches } from '../schema-types.js';
import { typeWords } from '../schema-words.js';
import { typesOf } from '../schema-types.js';
import type { PublishContext } from './profile-rules.js';
import type { Shape } from './shape.js';
import { lostRules } from './words-of-rules.js';

const KEPT = ['items', 'minItems', 'maxItems', 'prefixItems', 'additionalItems'];

/** An array with exactly one schema for its items: Copilot refuses it without, Gemini with more. */
export function arrayShape(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const leading = branches(node, 'prefixItems');
  const rest = lostRules(node, KEPT, pointer, context);
  const bounds = Object.fromEntries(
    ['minItems', 'maxItems'].filter((key) => key in node).map((key) => [key, node[key]]),
  );
  if (leading.length === 0) {
    const items = context.publishNode(node.items, `${pointer}/items`);
    return { schema: { type: 'array', items, ...bounds }, words: rest };
  }
  context.lost.push(`${pointer}: prefixItems`);
  const further = node.items === false ? [] : [node.items ?? {}];
  const items = context.publishNode({ anyOf: [...leading, ...further] }, `${pointer}/items`);
  const closed = node.items === false ? { maxItems: leading.length } : {};
  const order = `Its items are, in this order: ${leading.map(kindOf).join(', ')}`;
  return { schema: { type: 'array', items, ...closed, ...bounds }, words: [order, ...rest] };
}

function kindOf({ title, type }: JsonSchema): string {
  if (typeof title === 'string') return title;
  const types = typesOf(type);
  return types.length > 0 ? typeWords(types) : 'any value';
}
