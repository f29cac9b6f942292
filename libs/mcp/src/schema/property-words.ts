import type { Presence } from './property-presence.js';
import type { MarkedSchema } from './schema-marks.js';
import type { SwaggerProperty } from './swagger-metadata.js';

const CONDITIONAL = 'Checked only under a condition on other fields';

/** The annotations of a property: swagger's words, the initialiser's value, generated hints. */
export function propertyWords(
  swagger: SwaggerProperty | undefined,
  presence: Presence,
  hints: readonly string[],
): MarkedSchema {
  const condition = presence.isConditional ? [CONDITIONAL] : [];
  const description = sentences([swagger?.description, ...new Set([...hints, ...condition])]);
  const examples = examplesOf(swagger);
  const initial = 'initial' in presence ? presence.initial : swagger?.default;
  return {
    ...(swagger?.title ? { title: swagger.title } : {}),
    ...(description ? { description } : {}),
    ...(examples ? { examples } : {}),
    ...(swagger?.deprecated ? { deprecated: true } : {}),
    ...(swagger?.readOnly ? { readOnly: true } : {}),
    ...(swagger?.writeOnly ? { writeOnly: true } : {}),
    ...(initial === undefined ? {} : { default: initial }),
  };
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
