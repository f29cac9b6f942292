import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { omitKeywords } from '../schema-walk.js';
import { oneOfWords } from '../schema-words.js';
import { arrayShape } from './array-shape.js';
import { cutTarget } from './inline-refs.js';
import { objectShape } from './object-shape.js';
import { KEPT_KEYWORDS, type PublishContext } from './profile-rules.js';
import type { Shape } from './shape.js';
import { anyValue, isDecoded, isFreeForm, jsonText } from './substitutes.js';
import { lostRules } from './words-of-rules.js';

/** The published form of a node that has exactly one type. */
export function typedShape(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const { type } = node;
  if (cutTarget(node) && context.direction === 'output') return { schema: { type }, words: [] };
  if (isFreeForm(node) && context.direction === 'input') {
    return (isDecoded(node) ? jsonText : anyValue)(node, pointer, context);
  }
  if (type === 'object') return objectShape(node, pointer, context);
  if (type === 'array') return arrayShape(node, pointer, context);
  return scalarShape(withBounds(node), pointer, context);
}

function scalarShape(node: JsonSchema, pointer: string, context: PublishContext): Shape {
  const kept = (KEPT_KEYWORDS[String(node.type)] ?? []).filter(
    (keyword) => keyword !== 'format' || context.rules.formats.has(String(node.format)),
  );
  const { rest, members, words } = enumOf(node, pointer, context);
  return {
    schema: {
      type: rest.type,
      ...Object.fromEntries(kept.filter((key) => key in rest).map((key) => [key, rest[key]])),
      ...(members ? { enum: members } : {}),
    },
    words: [...words, ...lostRules(rest, kept, pointer, context)],
  };
}

interface PublishedEnum {
  /** The node without its `enum`. */
  readonly rest: JsonSchema;
  readonly members?: readonly string[];
  readonly words: readonly string[];
}

/** `enum` is published for strings only, and without the empty one, which is refused by Gemini. */
function enumOf(node: JsonSchema, pointer: string, context: PublishContext): PublishedEnum {
  if (!Array.isArray(node.enum)) return { rest: node, words: [] };
  const values: readonly unknown[] = node.enum;
  const isWhole = node.type === 'number' && values.every(Number.isInteger);
  const rest = { ...omitKeywords(node, 'enum'), ...(isWhole ? { type: 'integer' } : {}) };
  const members = values
    .filter((value): value is string => typeof value === 'string')
    .filter(Boolean);
  // What comes out must be described whole; what goes in may be advertised in part.
  const fits = members.length === values.length || context.direction === 'input';
  if (members.length > 0 && fits) return { rest, members, words: [] };
  if (node.type === 'boolean' && values.length === 2) return { rest, words: [] };
  context.lost.push(`${pointer}: enum`);
  return { rest, words: [`must be ${oneOfWords(values)}`] };
}

/** Exclusive bounds are unknown to Gemini: the next integer, or the bound and a word. */
function withBounds(node: JsonSchema): JsonSchema {
  let result = node;
  for (const [exclusive, inclusive, step] of BOUNDS) {
    const bound = node[exclusive];
    if (typeof bound !== 'number') continue;
    const isInteger = node.type === 'integer';
    const next = isInteger ? (step > 0 ? Math.floor(bound) + 1 : Math.ceil(bound) - 1) : bound;
    const other = node[inclusive];
    const strict = step > 0 ? Math.max : Math.min;
    result = {
      ...(isInteger ? omitKeywords(result, exclusive) : result),
      [inclusive]: typeof other === 'number' ? strict(other, next) : next,
    };
  }
  return isJsonObject(result) ? result : node;
}

const BOUNDS = [
  ['exclusiveMinimum', 'minimum', 1],
  ['exclusiveMaximum', 'maximum', -1],
] as const;
