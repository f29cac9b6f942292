import type { ArgumentEntry } from './argument-entry.js';
import { nameArguments } from './argument-names.js';
import { selectArguments } from './argument-selection.js';
import { checkSchema } from './check-schema.js';
import { deriveExplicit } from './derive-explicit.js';
import { annotate } from './explicit-input.js';
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
  const { where, profile = 'portable' } = options;
  const collected = collectArguments(parameters, options.pathKeys ?? [], where);
  const named = nameArguments(collected.entries, options.rename ?? {}, profile, where);
  const selected = selectArguments(named.entries, options, where);
  const enforced = flatSchema(selected.offered, collected, 'enforced');
  const isAskedForMore = selected.offered.some((entry) => entry.expected && !entry.required);
  const signature = isAskedForMore ? flatSchema(selected.offered, collected, 'told') : enforced;
  const told = annotate(signature, options);
  const published = publish(told, profile).schema;
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
      ...checkHeaders(told, published, selected.constants, { where, profile }),
      ...falsifiedBooleans(selected.offered, where),
    ],
  };
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
