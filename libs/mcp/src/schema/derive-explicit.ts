import type { SchemaSource } from '../decorators/tool.options.js';
import { SetupError } from '../errors/setup.error.js';
import type { ArgumentEntry } from './argument-entry.js';
import { nameArguments } from './argument-names.js';
import { selectArguments } from './argument-selection.js';
import { describeExplicit, withoutProperties, annotate } from './explicit-input.js';
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
  const { where, profile = 'portable' } = options;
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
  const told = annotated(enforced, explicit.isVerbatim, options);
  const published = explicit.isVerbatim ? told : publish(told, profile).schema;
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
      ...checkHeaders(told, published, selected.constants, { where, profile }),
      ...lostHeaders(told, offered, options),
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

function annotated(schema: JsonSchema, isVerbatim: boolean, notes: DeriveInputOptions): JsonSchema {
  if (!notes.args && !notes.headers) return schema;
  // A schema by hand keeps its form; of another, the forms of a union are laid over each other first.
  return annotate(isVerbatim ? schema : toRootObject(schema), notes);
}

/** In a schema by hand whose root is combined, an argument has no one place to write a header to. */
function lostHeaders(
  told: JsonSchema,
  offered: ReadonlySet<string>,
  { headers = {}, where }: DeriveInputOptions,
): readonly SchemaDiagnostic[] {
  const places = new Set(propertiesOf(told).map(([name]) => name));
  return Object.keys(headers)
    .filter((name) => offered.has(name) && !places.has(name))
    .map((name) => ({
      severity: 'error',
      code: 'HEADER_INVALID',
      where,
      message: `headers names "${name}", which is no property of the schema's root`,
      remedy: 'write a root with "properties", without anyOf, oneOf or allOf',
    }));
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
