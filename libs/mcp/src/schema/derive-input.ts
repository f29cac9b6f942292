import type { SchemaSource } from '../decorators/tool.options.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { ArgumentEntry, CollectedArguments } from './argument-entry.js';
import { nameArguments } from './argument-names.js';
import { selectArguments, type ArgumentSelection } from './argument-selection.js';
import {
  NO_ARGUMENTS,
  type JsonSchema,
  type SchemaDiagnostic,
  type SchemaProfile,
} from './json-schema.js';
import { parameterArguments } from './parameter-arguments.js';
import type {
  ArgumentSource,
  ArgumentTarget,
  InputPlan,
  ParameterDescription,
} from './parameter-description.js';
import { publish } from './profiles/publish.js';
import { wantsStructure } from './schema-types.js';

/** What beside its parameters decides about a method's input. */
export interface DeriveInputOptions extends ArgumentSelection {
  /** `Class.method`, for diagnostics. */
  readonly where: string;
  /** @default 'portable' */
  readonly profile?: SchemaProfile;
  /** Replaces the derived schema; the plan stays derived. */
  readonly input?: SchemaSource;
  /** The author's names, by derived name (`body_id`) or by place (`body.id`). */
  readonly rename?: Readonly<Record<string, string>>;
  /** Words per argument, by flat name. */
  readonly args?: Readonly<Record<string, string>>;
}

/** All that a tool needs to know about its arguments; made at boot. */
export interface InputDerivation {
  /** What the pipes accept, by flat name. */
  readonly enforced: JsonSchema;
  /** What the model is told. */
  readonly published: JsonSchema;
  readonly plan: InputPlan;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** Derives one flat input from the parameters of a method (DESIGN §2.5, §4). */
export function deriveInput(
  parameters: readonly ParameterDescription[],
  options: DeriveInputOptions,
): InputDerivation {
  const profile = options.profile ?? 'portable';
  const collected = collect(parameters, options.where);
  const named = nameArguments(collected.entries, options.rename ?? {}, profile, options.where);
  const selected = selectArguments(named.entries, options, options.where);
  const enforced = flatSchema(selected.offered, collected, 'enforced');
  const told = flatSchema(selected.offered, collected, 'published');
  const targetOf = (entry: ArgumentEntry): ArgumentTarget => toTarget(entry, enforced);
  const rest = restOf(collected.openSources);
  return {
    enforced,
    published: publish(told, profile).schema,
    plan: {
      targets: selected.offered.map(targetOf),
      ...(rest ? { rest } : {}),
      ...(selected.refused.length > 0 ? { refused: selected.refused } : {}),
      ...(selected.constants.length > 0
        ? { constants: selected.constants.map(([e, value]) => ({ ...targetOf(e), value })) }
        : {}),
    },
    diagnostics: [...collected.diagnostics, ...named.diagnostics, ...selected.diagnostics],
  };
}

function collect(parameters: readonly ParameterDescription[], where: string): CollectedArguments {
  const parts = parameters.map((parameter) => ({
    source: parameter.source,
    ...parameterArguments(parameter, where),
  }));
  return {
    entries: parts.flatMap((part) => part.entries),
    definitions: Object.assign({}, ...parts.map((part) => part.definitions)),
    openSources: new Set(parts.filter((part) => part.open).map((part) => part.source)),
    diagnostics: parts.flatMap((part) => part.diagnostics),
  };
}

function flatSchema(
  entries: readonly ArgumentEntry[],
  { definitions, openSources }: CollectedArguments,
  view: 'enforced' | 'published',
): JsonSchema {
  if (entries.length === 0) return openSources.size > 0 ? { type: 'object' } : NO_ARGUMENTS;
  const properties = Object.fromEntries(entries.map((entry) => [entry.name, entry.schema]));
  const required = entries
    .filter((entry) => entry.required || (view === 'published' && entry.expected))
    .map((entry) => entry.name);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...(openSources.size > 0 ? {} : { additionalProperties: false }),
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  };
}

function toTarget(entry: ArgumentEntry, root: JsonSchema): ArgumentTarget {
  return {
    name: entry.name,
    source: entry.source,
    ...(entry.key === undefined ? {} : { key: entry.key }),
    structured: isJsonObject(entry.schema) && wantsStructure(entry.schema, root),
    ...(entry.keepTyped ? { keepTyped: true } : {}),
  };
}

/** Undeclared arguments go to the body if that tolerates them, else to the query. */
function restOf(open: ReadonlySet<ArgumentSource>): InputPlan['rest'] {
  return (['body', 'argument', 'query'] as const).find((source) => open.has(source));
}
