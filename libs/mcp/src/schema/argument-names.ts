import type { ArgumentEntry } from './argument-entry.js';
import type { SchemaDiagnostic, SchemaProfile } from './json-schema.js';
import type { ArgumentSource } from './parameter-description.js';
import { isPublishableKey, publishedKeys } from './profiles/published-key.js';

/** Who keeps the bare name: the path, then the query, then the body. */
const BY_RANK: readonly ArgumentSource[] = ['path', 'query', 'argument', 'body'];

/** Entries with names that are unique, and what had to be changed. */
export interface NamedArguments {
  readonly entries: readonly ArgumentEntry[];
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/**
 * Gives each argument its name in the flat object.
 *
 * @param rename - The author's names, by derived name (`body_id`) or by place (`body.id`).
 */
export function nameArguments(
  entries: readonly ArgumentEntry[],
  rename: Readonly<Record<string, string>>,
  profile: SchemaProfile,
  where: string,
): NamedArguments {
  if (Object.keys(rename).length === 0 && areNamed(entries, profile)) {
    return { entries, diagnostics: [] };
  }
  const namer = new Namer(entries, profile, where);
  const shared = shareKeys(entries);
  const ranked = BY_RANK.flatMap((source) => shared.filter((entry) => entry.source === source));
  const derived = ranked.map((entry) => namer.derive(entry));
  const named = derived.map((entry) => namer.rename(entry, rename));
  namer.check(named, derived, rename);
  return { entries: named, diagnostics: namer.diagnostics };
}

/** Whether all bear names that are free and legal, in the order of their rank: nearly every method's do. */
function areNamed(entries: readonly ArgumentEntry[], profile: SchemaProfile): boolean {
  const names = new Set<string>();
  let highest = 0;
  for (const { name, source } of entries) {
    const rank = BY_RANK.indexOf(source);
    if (rank < highest || names.has(name) || !isPublishableKey(name, profile)) return false;
    highest = rank;
    names.add(name);
  }
  return true;
}

/** Two parameters for one key of one source (`@Body()` and `@Body('name')`) are one argument. */
function shareKeys(entries: readonly ArgumentEntry[]): readonly ArgumentEntry[] {
  const byPlace = new Map<string, ArgumentEntry>();
  for (const entry of entries) {
    const place = `${entry.source}.${entry.key ?? ''}`;
    const other = byPlace.get(place);
    byPlace.set(place, other ? both(other, entry) : entry);
  }
  return [...byPlace.values()];
}

function both(first: ArgumentEntry, second: ArgumentEntry): ArgumentEntry {
  return {
    ...first,
    schema: intersection(first.schema, second.schema),
    required: first.required || second.required,
    expected: first.expected || second.expected,
    keepTyped: first.keepTyped || second.keepTyped,
    hidden: first.hidden || second.hidden,
  };
}

function intersection(a: ArgumentEntry['schema'], b: ArgumentEntry['schema']): typeof a {
  if (Object.keys(b).length === 0 || JSON.stringify(a) === JSON.stringify(b)) return a;
  return Object.keys(a).length === 0 ? b : { allOf: [a, b] };
}

class Namer {
  readonly diagnostics: SchemaDiagnostic[] = [];
  readonly #taken = new Set<string>();
  readonly #bareNames: ReadonlyMap<string, string>;

  constructor(
    entries: readonly ArgumentEntry[],
    readonly profile: SchemaProfile,
    readonly where: string,
  ) {
    const names = new Set(entries.map((entry) => entry.name));
    this.#bareNames = publishedKeys([...names], profile);
  }

  /** The bare name, or `query_id`, `body_id` where it is taken; fit for the profile's clients. */
  derive(entry: ArgumentEntry): ArgumentEntry {
    const bare = this.#bareNames.get(entry.name) ?? entry.name;
    let name = bare;
    if (this.#taken.has(name)) name = `${entry.source}_${bare}`;
    for (let count = 2; this.#taken.has(name); count += 1)
      name = `${entry.source}_${bare}_${count}`;
    this.#taken.add(name);
    if (name !== entry.name) this.#tellRenamed(entry, name);
    return name === entry.name ? entry : { ...entry, name };
  }

  rename(entry: ArgumentEntry, rename: Readonly<Record<string, string>>): ArgumentEntry {
    const name =
      own(rename, `${entry.source}.${entry.key ?? entry.name}`) ?? own(rename, entry.name);
    return name === undefined ? entry : { ...entry, name };
  }

  /** The author's names: each must be used, legal and free. */
  check(
    named: readonly ArgumentEntry[],
    derived: readonly ArgumentEntry[],
    rename: Readonly<Record<string, string>>,
  ): void {
    if (Object.keys(rename).length === 0) return; // the derived names are free, and legal
    const known = new Set(derived.flatMap((e) => [e.name, `${e.source}.${e.key ?? e.name}`]));
    for (const [from, to] of Object.entries(rename)) {
      if (!known.has(from)) this.#tellUnknown(from, derived);
      if (!isPublishableKey(to, this.profile)) this.#tellIllegal(from, to);
    }
    const seen = new Set<string>();
    for (const { name } of named) {
      if (seen.has(name)) this.#tellCollision(name);
      seen.add(name);
    }
  }

  #tellRenamed(entry: ArgumentEntry, name: string): void {
    this.diagnostics.push({
      severity: 'info',
      code: 'ARGUMENT_RENAMED',
      where: this.where,
      message: `the ${entry.source} value "${entry.key ?? entry.name}" is offered as "${name}"`,
      remedy: `choose another name by rename: { ${JSON.stringify(name)}: '…' }`,
    });
  }

  #tellUnknown(from: string, derived: readonly ArgumentEntry[]): void {
    this.diagnostics.push({
      severity: 'error',
      code: 'ARGUMENT_UNKNOWN',
      where: this.where,
      message: `rename names "${from}", which is no argument`,
      remedy: `use one of: ${derived.map((entry) => entry.name).join(', ') || '(there are none)'}`,
    });
  }

  #tellIllegal(from: string, to: string): void {
    this.diagnostics.push({
      severity: 'error',
      code: 'ARGUMENT_NAME_INVALID',
      where: this.where,
      message: `rename gives "${from}" the name "${to}", which clients refuse`,
      remedy: 'use 1 to 64 letters, digits, _ and -',
    });
  }

  #tellCollision(name: string): void {
    this.diagnostics.push({
      severity: 'error',
      code: 'ARGUMENT_COLLISION',
      where: this.where,
      message: `two arguments are called "${name}" after rename`,
      remedy: 'give each its own name in rename',
    });
  }
}

function own(map: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
