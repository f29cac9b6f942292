import type { JsonSchema } from '../json-schema.js';
import { TRANSFORMED } from '../schema-marks.js';
import { propertiesOf, typesOf } from '../schema-types.js';
import { cutTarget } from './inline-refs.js';
import type { PublishContext } from './profile-rules.js';
import type { Shape } from './shape.js';
import { lostRules, valueWords } from './words-of-rules.js';

/** Any value at all: there is no type for that, and a node without one is refused by several. */
export function anyValue(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const words = lostRules(node, ['additionalProperties', 'items'], pointer, context);
  if (context.direction === 'output') return { schema: {}, words };
  const said = 'Any JSON value, an object or an array as well';
  const scalars = ['string', 'number', 'boolean'].map((type) => ({ type }));
  const schema = context.rules.loneAnyOf ? { type: 'string' } : { anyOf: scalars };
  return { schema, words: [said, ...words] };
}

/** An object without declared properties: a map, or the place where a recursive type was cut. */
export function isFreeForm(node: JsonSchema): boolean {
  if (cutTarget(node)) return true;
  return typesOf(node.type).includes('object') && propertiesOf(node).length === 0;
}

/** Whether JSON text in this place is turned back into what it says. */
export function isDecoded(node: JsonSchema): boolean {
  return !(TRANSFORMED in node);
}

/**
 * Several clients refuse an object without properties, and most drop recursion: such a value is
 * asked for as JSON text, which the argument check decodes wherever no string is accepted.
 */
export function jsonText(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const target = cutTarget(node);
  const kind = (target ?? node).type === 'array' ? 'array' : 'object';
  const words = target
    ? [`A JSON ${kind} of the same form as the one around it, written as JSON text`]
    : [['A JSON object, written as JSON text', valueWords(node)].filter(Boolean).join('; ')];
  context.lost.push(`${pointer}: ${target ? '$ref' : 'type'}`);
  const rest = target
    ? []
    : lostRules(node, ['properties', 'additionalProperties', 'required'], pointer, context);
  return { schema: { type: 'string' }, words: [...words, ...rest] };
}
