import type { JsonSchema } from '../json-schema.js';
import { cutTarget } from './inline-refs.js';
import type { PublishContext } from './profile-rules.js';
import type { Shape } from './shape.js';
import { isFreeForm } from './substitutes.js';

/** Several types, as `anyOf` with one plain type in each option. */
export function unionShape(
  options: readonly JsonSchema[],
  withNull: boolean,
  pointer: string,
  context: PublishContext,
): Shape {
  const { kept, words } = context.direction === 'input' ? tellable(options) : asTheyAre(options);
  const published = kept.map((option, index) =>
    context.publishNode(option, `${pointer}/anyOf/${index}`),
  );
  const all = distinct(withNull ? [...published, { type: 'null' }] : published);
  const single = all.length === 1 ? all[0] : undefined;
  if (single) return { schema: single, words };
  return { schema: { anyOf: all }, words };
}

/**
 * Beside a string, JSON text would be taken for that string: a free-form object can then only be
 * told in words.
 */
function tellable(options: readonly JsonSchema[]): {
  kept: readonly JsonSchema[];
  words: string[];
} {
  const takesText = options.some((option) => option.type === 'string');
  const kept = takesText ? options.filter((option) => !isFreeForm(option)) : options;
  const left = options.filter((option) => !kept.includes(option));
  const cut = left.some((option) => cutTarget(option));
  const words = cut ? ['Or a value of the same form as the one around it'] : ['Or any JSON object'];
  return { kept, words: left.length > 0 ? words : [] };
}

function asTheyAre(options: readonly JsonSchema[]): {
  kept: readonly JsonSchema[];
  words: string[];
} {
  return { kept: options, words: [] };
}

function distinct(options: readonly JsonSchema[]): readonly JsonSchema[] {
  return [...new Map(options.map((option) => [JSON.stringify(option), option])).values()];
}
