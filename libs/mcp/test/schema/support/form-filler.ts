import { isJsonObject } from '../../../src/protocol/json-rpc.js';
import type { JsonSchema } from '../../../src/schema/json-schema.js';
import type { Random } from './random.js';

/**
 * Fills a published form in as a model would: it reads types, bounds, enums and the words that ask
 * for JSON text, and nothing else.
 */
export function fillForm(form: JsonSchema, random: Random): unknown {
  if (Array.isArray(form.anyOf)) return fillForm(random.pick(form.anyOf as JsonSchema[]), random);
  if (Array.isArray(form.enum)) return random.pick(form.enum as unknown[]);
  switch (form.type) {
    case 'object':
      return fillObject(form, random);
    case 'array': {
      const least = typeof form.minItems === 'number' ? form.minItems : 0;
      const length = least + random.below(2);
      return Array.from({ length }, () => fillForm(form.items as JsonSchema, random));
    }
    case 'string':
      return fillText(form, random);
    case 'integer':
      return Math.max(
        numberOf(form.minimum, 0),
        Math.min(numberOf(form.maximum, 9), random.below(9)),
      );
    case 'number':
      return Math.max(numberOf(form.minimum, 0), random.next() * 9);
    case 'boolean':
      return random.chance(0.5);
    default:
      throw new Error(`a form without a type: ${JSON.stringify(form)}`);
  }
}

function fillObject(form: JsonSchema, random: Random): Record<string, unknown> {
  const properties = isJsonObject(form.properties) ? form.properties : {};
  const required = (form.required ?? []) as string[];
  const given = Object.keys(properties).filter(
    (key) => required.includes(key) || random.chance(0.5),
  );
  return Object.fromEntries(
    given.map((key) => [key, fillForm(properties[key] as JsonSchema, random)]),
  );
}

function fillText(form: JsonSchema, random: Random): string {
  const words = typeof form.description === 'string' ? form.description : '';
  if (words.includes('JSON array of the same form')) return '[]';
  if (words.includes('of the same form as the one around it, written as JSON text')) return '{}';
  if (words.includes('written as JSON text')) return random.pick(['{}', '{"k":{"z":[1]}}']);
  // Text that looks like something else must stay text.
  const text = random.pick(['a', 'b', '12', 'ab']);
  return text.slice(0, numberOf(form.maxLength, 9));
}

function numberOf(bound: unknown, otherwise: number): number {
  return typeof bound === 'number' ? bound : otherwise;
}
