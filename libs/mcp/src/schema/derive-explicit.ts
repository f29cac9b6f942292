import type { SchemaSource } from '../decorators/tool.options.js';
import { SetupError } from '../errors/setup.error.js';
import type { ArgumentEntry } from './argument-entry.js';
import { nameArguments } from './argument-names.js';
import { selectArguments } from './argument-selection.js';
import { describeExplicit, withoutProperties, withWords } from './explicit-input.js';
import { collectArguments, restOf, toTarget } from './flat-schema.js';
import { checkHeaders } from './header-check.js';
import { withheld, type DeriveInputOptions, type InputDerivation } from './input-derivation.js';
import type { JsonSchema, SchemaDiagnostic, SchemaProfile } from './json-schema.js';
import { lintSchema } from './lint.js';
import type { ArgumentSource, ParameterDescription } from './parameter-description.js';
import { publish } from './profiles/publish.js';
import { toRootObject } from './profiles/root-object.js';
import { propertiesOf, requiredOf } from './schema-types.js';

/**
 * The input that the author gave replaces the derived schema; where each argument goes is still
 * derived, by its name.
 */
export function deriveExplicit(
  parameters: readonly ParameterDescription[],
  options: DeriveInputOptions,
  input: SchemaSource,
): InputDerivation {
  const { where, profile = 'portable', args = {} } = options;
  const rest = restOf(wholeSources(parameters)) ?? 'body';
  const pipes = parameters.find(({ key, source }) => key === undefined && source === rest)?.pipes;
  const explicit = describeExplicit(input, pipes ?? [], where);
  const isOpen = explicit.schema.additionalProperties !== false;
  const entries = explicitEntries(
    explicit.schema,
    boundArguments(parameters, options),
    rest,
    isOpen,
  );
  const selected = selectArguments(entries, options, where);
  const offered = new Set(selected.offered.map((entry) => entry.name));
  const declared = propertiesOf(toRootObject(explicit.schema)).map(([name]) => name);
  const gone = new Set(declared.filter((name) => !offered.has(name)));
  const enforced = withoutProperties(explicit.schema, gone);
  const told = withWords(enforced, args);
  const published = explicit.isVerbatim ? told : publish(told, profile).schema;
  const constants = selected.constants.map(([entry]) => entry);
  return {
    enforced,
    published,
    plan: {
      targets: selected.offered.map((entry) => toTarget(entry, enforced)),
      ...(isOpen ? { rest } : {}),
      ...withheld(selected, enforced),
    },
    diagnostics: [
      ...explicit.diagnostics,
      ...selected.diagnostics,
      ...checkHeaders(enforced, published, constants, { where, profile }),
      ...(explicit.isVerbatim ? refusals(published, profile, where) : []),
    ],
  };
}

/** Sources that a parameter takes as a whole. */
function wholeSources(parameters: readonly ParameterDescription[]): ReadonlySet<ArgumentSource> {
  return new Set(parameters.filter(({ key }) => key === undefined).map(({ source }) => source));
}

/** The derived arguments by name; nothing that is wrong with their types counts here. */
function boundArguments(
  parameters: readonly ParameterDescription[],
  { where, rename = {}, profile = 'portable', pathKeys = [] }: DeriveInputOptions,
): ReadonlyMap<string, ArgumentEntry> {
  const describable = parameters.filter((parameter) => isDescribable(parameter, where));
  const { entries } = collectArguments(describable, pathKeys, where);
  const named = nameArguments(entries, rename, profile, where).entries;
  return new Map(named.map((entry) => [entry.name, entry]));
}

function isDescribable(parameter: ParameterDescription, where: string): boolean {
  try {
    collectArguments([parameter], [], where);
    return true;
  } catch (error) {
    if (error instanceof SetupError) return false;
    throw error;
  }
}

/** One entry per declared property, and those derived arguments that it leaves out. */
function explicitEntries(
  schema: JsonSchema,
  bound: ReadonlyMap<string, ArgumentEntry>,
  rest: Exclude<ArgumentSource, 'path'>,
  isOpen: boolean,
): readonly ArgumentEntry[] {
  const root = toRootObject(schema);
  const required = new Set(requiredOf(root));
  const declared = propertiesOf(root).map(([name, property]): ArgumentEntry => {
    const place = bound.get(name) ?? { source: rest, key: name };
    return { ...place, name, schema: property, required: required.has(name), expected: false };
  });
  const names = new Set(declared.map((entry) => entry.name));
  const left = [...bound.values()].filter((entry) => !names.has(entry.name));
  // An open schema lets them through by its own word; a closed one keeps them from the caller.
  return [...declared, ...left.map((entry) => (isOpen ? entry : { ...entry, hidden: true }))];
}

/** A schema by hand is published as it is: its author is told who will not take it. */
function refusals(
  published: JsonSchema,
  profile: SchemaProfile,
  where: string,
): readonly SchemaDiagnostic[] {
  const findings = lintSchema({ name: 'tool', inputSchema: published }, profile);
  return findings.map(({ pointer, rule, client, message }) => ({
    severity: 'warning',
    code: 'SCHEMA_NOT_PORTABLE',
    where: `${where}#${pointer.replace('/inputSchema', '')}`,
    message: `${message} (${rule}): refused or dropped by ${client}`,
    remedy: 'write it without, or give the input as a class or a Standard Schema',
  }));
}
