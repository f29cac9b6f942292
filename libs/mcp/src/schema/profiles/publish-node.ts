import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { typesOf } from '../schema-types.js';
import { omitKeywords } from '../schema-walk.js';
import { alternativesOf } from './alternatives.js';
import { KEPT_KEYWORDS, type PublishContext } from './profile-rules.js';
import { describe } from './sentences.js';
import type { Shape } from './shape.js';
import { anyValue } from './substitutes.js';
import { typedShape } from './typed-shape.js';
import { unionShape } from './union-shape.js';
import { annotationWords, lostRules } from './words-of-rules.js';

const WORDS = ['title', 'description', 'default', 'examples', 'deprecated', 'readOnly'];

/** Rewrites one node, and all below it, into what the profile's clients take. */
export function publishNode(given: unknown, pointer: string, context: PublishContext): JsonSchema {
  const node = isJsonObject(given) ? given : {};
  if (isPlain(node, context)) return node;
  const { options, nullable, leftover } = alternativesOf(
    omitKeywords(node, ...WORDS),
    context.direction,
  );
  const shape = shapeOf(options, nullable, pointer, context);
  const words = [
    ...shape.words,
    ...(nullable && context.direction === 'input' ? ['May be null'] : []),
    ...lostRules(leftover, [], pointer, context),
    ...annotationWords(node),
  ];
  return withWords(node, shape.schema, words, context);
}

/** A text, a number or a boolean of which every client takes every keyword: most nodes of a DTO. */
function isPlain(node: JsonSchema, { rules }: PublishContext): boolean {
  const kept = typeof node.type === 'string' && PLAIN_KEYWORDS.get(node.type);
  if (!kept) return false;
  // A mark (a symbol) means that there is more to say.
  return Reflect.ownKeys(node).every(
    (keyword) =>
      kept.has(keyword) && (keyword !== 'format' || rules.formats.has(String(node.format))),
  );
}

const PLAIN_KEYWORDS: ReadonlyMap<string, ReadonlySet<string | symbol>> = new Map(
  ['string', 'number', 'integer', 'boolean'].map((type) => [
    type,
    // Some members of an `enum` are refused.
    new Set<string | symbol>([
      'type',
      ...(KEPT_KEYWORDS[type] ?? []).filter((keyword) => keyword !== 'enum'),
    ]),
  ]),
);

function shapeOf(
  options: readonly JsonSchema[],
  nullable: boolean,
  pointer: string,
  context: PublishContext,
): Shape {
  const any = options.find((option) => typesOf(option.type).length === 0);
  if (any) return anyValue(any, pointer, context);
  const single = options.length === 1 ? options[0] : undefined;
  // `null` cannot be said in keywords that every client takes, but a result must not be disowned.
  const withNull = nullable && context.direction === 'output';
  if (single && !withNull) return typedShape(single, pointer, context);
  if (options.length === 0 && !withNull) return { schema: { type: 'string' }, words: [] };
  return unionShape(options, withNull, pointer, context);
}

function withWords(
  node: JsonSchema,
  shape: JsonSchema,
  words: readonly string[],
  context: PublishContext,
): JsonSchema {
  const { title } = node;
  const description = describe(node.description, words);
  const header = context.rules.headers ? node['x-mcp-header'] : undefined;
  const told: Record<string, unknown> = {};
  if (typeof title === 'string') told.title = title;
  if (description !== undefined) told.description = description;
  if (context.rules.loneAnyOf && Array.isArray(shape.anyOf)) return loneAnyOf(shape.anyOf, told);
  Object.assign(told, shape);
  if (node.default !== undefined && node.default !== null) told.default = node.default;
  if (header !== undefined) told['x-mcp-header'] = header;
  return told;
}

/** Gemini takes nothing beside `anyOf`: the words go to its first option. */
function loneAnyOf(options: readonly JsonSchema[], told: JsonSchema): JsonSchema {
  const [first = {}, ...others] = options;
  const description = describe(told.description, [first.description].filter(isText));
  return {
    anyOf: [
      { ...told, ...first, ...(description === undefined ? {} : { description }) },
      ...others,
    ],
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
