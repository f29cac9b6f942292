import { NO_ARGUMENTS, type JsonSchema, type SchemaProfile } from '../json-schema.js';
import { toTold } from '../schema-marks.js';
import { omitKeywords } from '../schema-walk.js';
import type { SchemaDirection } from '../standard-schema.js';
import { inlineRefs } from './inline-refs.js';
import { objectShape } from './object-shape.js';
import { PROFILE_RULES, type PublishContext } from './profile-rules.js';
import { publishNode } from './publish-node.js';
import { toRootObject } from './root-object.js';
import { describe } from './sentences.js';

/** A published schema, and the rules that it says in words only. */
export interface PublishedSchema {
  readonly schema: JsonSchema;
  /** JSON pointer and keyword, e.g. `/properties/n: multipleOf`. */
  readonly lost: readonly string[];
}

/**
 * Rewrites an enforced schema into what the profile's clients take; each rule that has no keyword
 * there is put in words into `description` (docs/schemas.md, Profiles).
 *
 * What a caller sends may be told more narrowly than it is accepted; what comes out is never told
 * more narrowly than it is, since clients hold a server to its output schema.
 */
export function publish(
  schema: JsonSchema,
  profile: SchemaProfile,
  direction: SchemaDirection = 'input',
): PublishedSchema {
  const told = omitKeywords(toTold(schema), '$schema', '$id');
  const isInput = direction === 'input';
  if (isInput && isFixedForm(told)) return { schema, lost: [] };
  const lost: string[] = [];
  if (profile === 'full') return { schema: isInput ? toRootObject(told, lost) : told, lost };
  const context: PublishContext = {
    rules: PROFILE_RULES[profile],
    direction,
    lost,
    publishNode: (node, pointer) => publishNode(node, pointer, context),
  };
  const inlined = inlineRefs(told);
  const root = isInput
    ? publishRoot(toRootObject(inlined, lost), context)
    : publishNode(inlined, '', context);
  return { schema: root, lost };
}

/** The two forms that are the same in every profile: no arguments, and unknown ones. */
function isFixedForm(schema: JsonSchema): boolean {
  // A form has few keywords: what has more need not be compared.
  if (Object.keys(schema).length > Object.keys(NO_ARGUMENTS).length) return false;
  const text = JSON.stringify(schema);
  return text === JSON.stringify(NO_ARGUMENTS) || text === '{"type":"object"}';
}

function publishRoot(root: JsonSchema, context: PublishContext): JsonSchema {
  const { schema, words } = objectShape(root, '', context);
  const description = describe(root.description, words);
  return {
    ...(typeof root.title === 'string' ? { title: root.title } : {}),
    ...(description === undefined ? {} : { description }),
    ...schema,
  };
}
