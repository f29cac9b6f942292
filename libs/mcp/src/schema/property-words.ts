import type { Presence } from './property-presence.js';
import type { MarkedSchema } from './schema-marks.js';
import type { SwaggerProperty } from './swagger-metadata.js';

const CONDITIONAL = 'Checked only under a condition on other fields';

/** The annotations of a property, if any: swagger's words, the initialiser's value, generated hints. */
export function propertyWords(
  swagger: SwaggerProperty | undefined,
  presence: Pick<Presence, 'initial' | 'isConditional'>,
  hints: readonly string[],
): MarkedSchema | undefined {
  if (!swagger && hints.length === 0 && !presence.isConditional && !('initial' in presence)) {
    return undefined;
  }
  const words: Record<string, unknown> = {};
  if (swagger?.title) words.title = swagger.title;
  const description = descriptionOf(swagger?.description, presence, hints);
  if (description) words.description = description;
  const examples = examplesOf(swagger);
  if (examples) words.examples = examples;
  if (swagger?.deprecated) words.deprecated = true;
  if (swagger?.readOnly) words.readOnly = true;
  if (swagger?.writeOnly) words.writeOnly = true;
  const initial = 'initial' in presence ? presence.initial : swagger?.default;
  if (initial !== undefined) words.default = initial;
  return words;
}

function descriptionOf(
  said: string | undefined,
  { isConditional }: Pick<Presence, 'isConditional'>,
  hints: readonly string[],
): string {
  if (hints.length === 0 && !isConditional) return said?.trim() ?? '';
  return sentences([said, ...new Set(isConditional ? [...hints, CONDITIONAL] : hints)]);
}

/** Joins texts to sentences: each ends with a full stop, unless it is the only one. */
export function sentences(texts: readonly (string | undefined)[]): string {
  const said = texts.map((part) => part?.trim()).filter((part) => part);
  if (said.length < 2) return said[0] ?? '';
  return said.map((part) => (/[.!?:;]$/.test(part as string) ? part : `${part}.`)).join(' ');
}

function examplesOf(swagger: SwaggerProperty | undefined): readonly unknown[] | undefined {
  if (!swagger) return undefined;
  if (swagger.example !== undefined) return [swagger.example];
  const { examples } = swagger;
  if (Array.isArray(examples)) return examples as readonly unknown[];
  if (typeof examples !== 'object' || examples === null) return undefined;
  // OpenAPI's named examples: { small: { value: 1 } }
  return Object.values(examples as Record<string, { value?: unknown }>).map(
    (one) => one?.value ?? one,
  );
}
