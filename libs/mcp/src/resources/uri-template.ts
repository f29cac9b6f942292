import { readPlaces } from './template-matcher.js';
import { parseTemplate, unreadable, type Place, type TemplatePart } from './template-parts.js';

/** What a URI gave for a template's variables; a list where the variable is exploded. */
export type UriVariables = Readonly<Record<string, string | readonly string[]>>;

/** Longer URIs match nothing: bounds what a read of many templates may cost. */
const LONGEST_URI = 8192;

/**
 * A URI template, read backwards: which values make it this URI (RFC 6570). `{id}`, `{+path}`,
 * `{.ext}`, `{/segment}`, `{/segments*}` and `{?a,b}` at the end are understood. Where several
 * readings fit, the first variable takes as much as it can.
 *
 * A value never leads out of its place: empty ones, `.`, `..`, and whatever hides a separator behind
 * percent-encoding, match nothing (path traversal).
 */
export class UriTemplate {
  /** Names in the order of the template. */
  readonly variables: readonly string[];
  /** Those of its query, which a URI may leave out. */
  readonly optional: readonly string[];
  /** Characters outside of expressions: of two templates that match, the one with more wins. */
  readonly literals: number;
  readonly #parts: readonly TemplatePart[];
  readonly #places: readonly Place[];

  /** @throws SetupError where the template cannot be read backwards */
  constructor(readonly template: string) {
    const parts = parseTemplate(template);
    this.#parts = parts;
    this.#places = parts.flatMap((part) => (part.kind === 'place' ? [part] : []));
    this.optional = parts.flatMap((part) => (part.kind === 'query' ? part.names : []));
    this.variables = [...this.#places.map(({ name }) => name), ...this.optional];
    this.literals = parts.reduce(
      (sum, part) => sum + (part.kind === 'literal' ? part.text.length : 0),
      0,
    );
    const twice = this.variables.find((name, index) => this.variables.indexOf(name) !== index);
    if (twice !== undefined)
      throw unreadable(template, `the variable "${twice}" stands in it twice`);
  }

  /** The values of the variables; undefined where the URI is not of this form. */
  match(uri: string): UriVariables | undefined {
    if (uri.length > LONGEST_URI) return undefined;
    const [path, query] = this.optional.length > 0 ? splitQuery(uri) : [uri];
    const found = readPlaces(this.#parts, path);
    if (!found) return undefined;
    const values: Record<string, string | readonly string[]> = Object.create(null);
    for (const [index, place] of this.#places.entries()) {
      const value = readPlace(place, found[index] ?? '');
      if (value === undefined) return undefined;
      values[place.name] = value;
    }
    return readQuery(this.optional, query, values) ? values : undefined;
  }
}

function splitQuery(uri: string): [string, string?] {
  const mark = uri.indexOf('?');
  return mark === -1 ? [uri] : [uri.slice(0, mark), uri.slice(mark + 1)];
}

function readPlace(place: Place, raw: string): string | readonly string[] | undefined {
  if (place.exploded) return all(raw.split('/').map(decodeSegment));
  if (place.operator !== '+') return decodeSegment(raw);
  return all(raw.split('/').map(decodeSegment))?.join('/');
}

function all(values: readonly (string | undefined)[]): readonly string[] | undefined {
  const found = values.filter((value) => value !== undefined);
  return found.length === values.length ? found : undefined;
}

/** One segment, decoded; undefined where it would leave its place. */
function decodeSegment(raw: string): string | undefined {
  const value = decode(raw);
  if (value === undefined || value === '' || value === '.' || value === '..') return undefined;
  return /[/\\\0]/.test(value) ? undefined : value;
}

function decode(raw: string): string | undefined {
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** Optional by nature; false where a value is not well-formed. */
function readQuery(
  names: readonly string[],
  query: string | undefined,
  values: Record<string, string | readonly string[]>,
): boolean {
  for (const pair of query?.split('&') ?? []) {
    const [name = '', raw = ''] = pair.split('=', 2);
    const value = decode(raw.replaceAll('+', ' '));
    if (value === undefined) return false;
    if (names.includes(name)) values[name] = value;
  }
  return true;
}
