import type { ArgumentEntry } from './argument-entry.js';
import { nameArguments } from './argument-names.js';
import { selectArguments } from './argument-selection.js';
import { checkSchema } from './check-schema.js';
import { deriveExplicit } from './derive-explicit.js';
import { withWords } from './explicit-input.js';
import { collectArguments, flatSchema, restOf, toTarget } from './flat-schema.js';
import { checkHeaders } from './header-check.js';
import { withheld, type DeriveInputOptions, type InputDerivation } from './input-derivation.js';
import type { SchemaDiagnostic } from './json-schema.js';
import type { ParameterDescription } from './parameter-description.js';
import { publish } from './profiles/publish.js';

export type { DeriveInputOptions, InputDerivation } from './input-derivation.js';

/**
 * Derives one flat input from the parameters of a method (docs/schemas.md, Flattening).
 *
 * @throws SetupError where a Standard Schema cannot give its JSON Schema; every other fault is a
 * diagnostic of severity `error`.
 */
export function deriveInput(
  parameters: readonly ParameterDescription[],
  options: DeriveInputOptions,
): InputDerivation {
  if (options.input !== undefined) return deriveExplicit(parameters, options, options.input);
  const { where, profile = 'portable', args = {}, headers = {} } = options;
  const collected = collectArguments(parameters, options.pathKeys ?? [], where);
  const named = nameArguments(collected.entries, options.rename ?? {}, profile, where);
  const entries = named.entries.map((entry) => withHeader(entry, headers));
  const selected = selectArguments(entries, options, where);
  const enforced = flatSchema(selected.offered, collected, 'enforced');
  const told = withWords(flatSchema(selected.offered, collected, 'told'), args);
  const published = publish(told, profile).schema;
  const constants = selected.constants.map(([entry]) => entry);
  const rest = restOf(collected.openSources);
  return {
    enforced,
    published,
    plan: {
      targets: selected.offered.map((entry) => toTarget(entry, enforced)),
      ...(rest ? { rest } : {}),
      ...withheld(selected, enforced),
    },
    diagnostics: [
      ...collected.diagnostics,
      ...named.diagnostics,
      ...selected.diagnostics,
      ...checkSchema(enforced, where),
      ...checkHeaders(enforced, published, constants, { where, profile }),
      ...strangers({ args, headers }, entries, where),
      ...falsifiedBooleans(selected.offered, where),
    ],
  };
}

function withHeader(
  entry: ArgumentEntry,
  headers: Readonly<Record<string, string>>,
): ArgumentEntry {
  if (!Object.hasOwn(headers, entry.name)) return entry;
  return { ...entry, schema: { ...entry.schema, 'x-mcp-header': headers[entry.name] } };
}

/** Options by argument that name none. */
function strangers(
  options: Readonly<Record<string, Readonly<Record<string, string>>>>,
  entries: readonly ArgumentEntry[],
  where: string,
): readonly SchemaDiagnostic[] {
  const known = new Set(entries.map((entry) => entry.name));
  return Object.entries(options).flatMap(([option, map]) =>
    Object.keys(map)
      .filter((name) => !known.has(name))
      .map((name) => ({
        severity: 'error' as const,
        code: 'ARGUMENT_UNKNOWN',
        where,
        message: `${option} names "${name}", which is no argument`,
        remedy: `use one of: ${[...known].join(', ') || '(there are none)'}`,
      })),
  );
}

function falsifiedBooleans(
  entries: readonly ArgumentEntry[],
  where: string,
): readonly SchemaDiagnostic[] {
  return entries
    .filter(({ keepTyped, source }) => keepTyped && (source === 'query' || source === 'path'))
    .map(({ name }) => ({
      severity: 'warning',
      code: 'BOOLEAN_CONVERSION',
      where,
      message: `"${name}": on the route the text "false" becomes true; a tool hands over a boolean`,
      remedy: "convert by @Transform(({ value }) => value === 'true' || value === true)",
    }));
}
