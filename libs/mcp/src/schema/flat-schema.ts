import { isJsonObject } from '../protocol/json-rpc.js';
import type { ArgumentEntry, CollectedArguments } from './argument-entry.js';
import { NO_ARGUMENTS, type JsonSchema } from './json-schema.js';
import { argumentName, parameterArguments } from './parameter-arguments.js';
import type {
  ArgumentSource,
  ArgumentTarget,
  ParameterDescription,
  PathKey,
} from './parameter-description.js';
import { embedSchema } from './schema-definitions.js';
import { wantsStructure } from './schema-types.js';

/** All arguments that the parameters of a method take, not yet named. */
export function collectArguments(
  parameters: readonly ParameterDescription[],
  pathKeys: readonly PathKey[],
  where: string,
): CollectedArguments {
  const parts = parameters.map((parameter) => ({
    source: parameter.source,
    ...parameterArguments(parameter, where),
  }));
  let definitions: Readonly<Record<string, JsonSchema>> = {};
  const entries = parts.flatMap((part) => {
    if (Object.keys(part.definitions ?? {}).length === 0) return part.entries;
    return part.entries.map((entry) => {
      const { schema, definitions: own } = embedSchema(
        { ...entry.schema, $defs: part.definitions },
        entry.name,
        definitions,
      );
      definitions = { ...definitions, ...own };
      return { ...entry, schema };
    });
  });
  return {
    entries: [...entries, ...unboundPathArguments(entries, pathKeys)],
    definitions,
    openSources: new Set(parts.filter((part) => part.open).map((part) => part.source)),
    diagnostics: parts.flatMap((part) => part.diagnostics),
  };
}

/**
 * Parts of the route's path that no parameter binds: a guard may read them from the request, and
 * without them the URL could not have been called.
 */
function unboundPathArguments(
  entries: readonly ArgumentEntry[],
  pathKeys: readonly PathKey[],
): readonly ArgumentEntry[] {
  if (pathKeys.length === 0) return [];
  const bound = new Set(entries.filter((e) => e.source === 'path').map((e) => e.key));
  return pathKeys
    .filter(({ name }) => !bound.has(name))
    .map(({ name: key, optional = false }) => ({
      name: argumentName(key),
      source: 'path',
      key,
      schema: { type: 'string' },
      required: !optional,
    }));
}

/** The flat object; `told` also asks for what only the signature asks for. */
export function flatSchema(
  entries: readonly ArgumentEntry[],
  { definitions, openSources }: CollectedArguments,
  view: 'enforced' | 'told',
): JsonSchema {
  if (entries.length === 0) return openSources.size > 0 ? { type: 'object' } : NO_ARGUMENTS;
  const properties = Object.fromEntries(entries.map((entry) => [entry.name, entry.schema]));
  const asked = entries.filter((entry) => entry.required || (view === 'told' && entry.expected));
  const required = [...new Set(asked.map((entry) => entry.name))];
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(openSources.size > 0 ? {} : { additionalProperties: false }),
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}

/** Where an argument goes. */
export function toTarget(entry: ArgumentEntry, root: JsonSchema): ArgumentTarget {
  return {
    name: entry.name,
    source: entry.source,
    ...(entry.key === undefined ? {} : { key: entry.key }),
    structured: isJsonObject(entry.schema) && wantsStructure(entry.schema, root),
    ...(entry.keepTyped ? { keepTyped: true } : {}),
  };
}

/** Undeclared arguments go to the body if that takes them, else to the query. */
export function restOf(
  sources: ReadonlySet<ArgumentSource>,
): Exclude<ArgumentSource, 'path'> | undefined {
  return (['body', 'argument', 'query'] as const).find((source) => sources.has(source));
}
