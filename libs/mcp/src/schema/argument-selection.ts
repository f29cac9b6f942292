import type { ArgumentEntry } from './argument-entry.js';
import type { SchemaDiagnostic } from './json-schema.js';

/** Which arguments one `@McpTool()` offers, and what it says of them; by flat name. */
export interface ArgumentSelection {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly constants?: Readonly<Record<string, unknown>>;
  /** Words. */
  readonly args?: Readonly<Record<string, string>>;
  /** `x-mcp-header`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Arguments by what becomes of them. */
export interface SelectedArguments {
  readonly offered: readonly ArgumentEntry[];
  readonly constants: readonly (readonly [ArgumentEntry, unknown])[];
  /** Every name by which a caller could try to set what is not offered. */
  readonly refused: readonly string[];
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** Takes out what `include`, `exclude`, `constants` and `@McpHide()` keep from the caller. */
export function selectArguments(
  entries: readonly ArgumentEntry[],
  selection: ArgumentSelection,
  where: string,
): SelectedArguments {
  if (!selects(selection) && !entries.some(({ hidden }) => hidden)) {
    return { offered: entries, constants: [], refused: [], diagnostics: [] };
  }
  const constants = selection.constants ?? {};
  const offered: ArgumentEntry[] = [];
  const fixed: (readonly [ArgumentEntry, unknown])[] = [];
  const withheld: ArgumentEntry[] = [];
  for (const entry of entries) {
    if (Object.hasOwn(constants, entry.name)) fixed.push([entry, constants[entry.name]]);
    else if (isOffered(entry, selection)) offered.push(entry);
    else withheld.push(entry);
  }
  return {
    offered,
    constants: fixed,
    refused: refusedNames([...withheld, ...fixed.map(([entry]) => entry)], offered),
    diagnostics: [
      ...unknownNames(entries, selection, where),
      ...withheld.filter((entry) => entry.required).map((entry) => unreachable(entry, where)),
      ...headersOfUnoffered(selection, offered, entries, where),
    ],
  };
}

/** Whether anything is said about single arguments: most tools say nothing. */
function selects({ include, exclude, constants, args, headers }: ArgumentSelection): boolean {
  return Boolean(include ?? exclude ?? constants ?? args ?? headers);
}

function isOffered(entry: ArgumentEntry, { include, exclude }: ArgumentSelection): boolean {
  if (entry.hidden) return false;
  if (include && !include.includes(entry.name)) return false;
  return !exclude?.includes(entry.name);
}

/** Flat, original and class-side name; without those that another argument bears rightfully. */
function refusedNames(
  withheld: readonly ArgumentEntry[],
  offered: readonly ArgumentEntry[],
): readonly string[] {
  const names = new Set<string>();
  for (const { name, key, property, source } of withheld) {
    for (const form of [name, key, property]) {
      if (form === undefined) continue;
      names.add(form);
      names.add(`${source}_${form}`);
    }
  }
  for (const { name } of offered) names.delete(name);
  return [...names];
}

function unknownNames(
  entries: readonly ArgumentEntry[],
  { include = [], exclude = [], ...maps }: ArgumentSelection,
  where: string,
): readonly SchemaDiagnostic[] {
  const { constants = {}, args = {}, headers = {} } = maps;
  const lists: readonly (readonly [option: string, names: readonly string[]])[] = [
    ['include', include],
    ['exclude', exclude],
    ['constants', Object.keys(constants)],
    ['args', Object.keys(args)],
    ['headers', Object.keys(headers)],
  ];
  if (lists.every(([, names]) => names.length === 0)) return [];
  const known = new Set(entries.map((entry) => entry.name));
  return lists.flatMap(([option, names]) =>
    names
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

/** No caller sends these, so no header can mirror them. */
function headersOfUnoffered(
  { headers = {} }: ArgumentSelection,
  offered: readonly ArgumentEntry[],
  entries: readonly ArgumentEntry[],
  where: string,
): readonly SchemaDiagnostic[] {
  const free = new Set(offered.map((entry) => entry.name));
  return entries
    .filter(({ name }) => Object.hasOwn(headers, name) && !free.has(name))
    .map(({ name }) => ({
      severity: 'error',
      code: 'HEADER_INVALID',
      where,
      message: `headers names "${name}", which is not offered: no caller sends it`,
      remedy: 'remove it from headers, or offer the argument',
    }));
}

function unreachable(entry: ArgumentEntry, where: string): SchemaDiagnostic {
  return {
    // Without its path value no URL can be formed, so no call can succeed.
    severity: entry.source === 'path' ? 'error' : 'warning',
    code: 'ARGUMENT_UNREACHABLE',
    where,
    message: `"${entry.name}" is required, but no caller can give it`,
    remedy: `give it a value by constants: { ${JSON.stringify(entry.name)}: … }`,
  };
}
