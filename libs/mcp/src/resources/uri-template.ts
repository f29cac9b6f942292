import { SetupError } from '../errors/setup.error.js';

/** What a URI gave for a template's variables; a list where the variable is exploded. */
export type UriVariables = Readonly<Record<string, string | readonly string[]>>;

/** What an expression's operator means for matching (RFC 6570, 3.2). */
interface Operator {
  /** What stands before the value. */
  readonly first: string;
  /** One value, not yet decoded. */
  readonly value: string;
}

const SEGMENT = '[^/?#]+';

const OPERATORS: Readonly<Record<string, Operator>> = {
  '': { first: '', value: SEGMENT },
  '/': { first: '/', value: SEGMENT },
  '.': { first: '\\.', value: '[^/?#.]+' },
  '+': { first: '', value: '[^?#]+' },
};

/** Longer URIs match nothing: bounds what a pattern with several variables may cost. */
const LONGEST_URI = 8192;

/**
 * A URI template, read backwards: which values make it this URI (RFC 6570). `{id}`, `{+path}`,
 * `{.ext}`, `{/segment}`, `{/segments*}` and `{?a,b}` at the end are understood.
 *
 * A value never leads out of its place: empty ones, `.`, `..`, and whatever hides a separator behind
 * percent-encoding, match nothing (path traversal).
 */
export class UriTemplate {
  /** Names in the order of the template. */
  readonly variables: readonly string[];
  /** Characters outside of expressions: of two templates that match, the one with more wins. */
  readonly literals: number;
  readonly #pattern: RegExp;
  readonly #places: readonly Place[];
  readonly #query: readonly string[];

  /** @throws SetupError where the template cannot be read backwards */
  constructor(readonly template: string) {
    const parts = parse(template);
    this.#places = parts.flatMap((part) => (part.kind === 'place' ? [part] : []));
    this.#query = parts.flatMap((part) => (part.kind === 'query' ? part.names : []));
    this.#pattern = new RegExp(`^${parts.map(toPattern).join('')}$`, 'u');
    this.variables = [...this.#places.map(({ name }) => name), ...this.#query];
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
    const [path, query] = this.#query.length > 0 ? splitQuery(uri) : [uri];
    const found = this.#pattern.exec(path);
    if (!found) return undefined;
    const values: Record<string, string | readonly string[]> = Object.create(null);
    for (const [index, place] of this.#places.entries()) {
      const value = readPlace(place, found[index + 1] ?? '');
      if (value === undefined) return undefined;
      values[place.name] = value;
    }
    return readQuery(this.#query, query, values) ? values : undefined;
  }
}

interface Place {
  readonly kind: 'place';
  readonly operator: string;
  readonly name: string;
  readonly exploded: boolean;
}

type Part =
  | Place
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'query'; readonly names: readonly string[] };

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE = /^[A-Za-z0-9_]+$/;

function parse(template: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of template.matchAll(EXPRESSION)) {
    if (match.index > end) parts.push({ kind: 'literal', text: template.slice(end, match.index) });
    else if (end > 0 && !/^[/.?]/.test(match[1] ?? '')) {
      throw unreadable(template, 'two expressions stand side by side');
    }
    end = match.index + match[0].length;
    parts.push(...parseExpression(template, match[1] ?? '', end));
  }
  const rest = template.slice(end);
  if (/[{}]/.test(rest)) throw unreadable(template, 'a brace has no counterpart');
  if (rest !== '') parts.push({ kind: 'literal', text: rest });
  return parts;
}

function parseExpression(template: string, expression: string, end: number): Part[] {
  const operator = /^[A-Za-z0-9_]/.test(expression) ? '' : expression.slice(0, 1);
  const names = expression.slice(operator.length).split(',');
  if (operator === '?') {
    if (end < template.length) throw unreadable(template, 'a query must stand at its end');
    return [{ kind: 'query', names: names.map((name) => variable(template, name)) }];
  }
  if (!(operator in OPERATORS)) throw unreadable(template, `"{${operator}…}" is not supported`);
  if (names.length > 1 && operator !== '/') {
    throw unreadable(template, 'several values in one expression cannot be told apart');
  }
  return names.map((name) => {
    const exploded = name.endsWith('*');
    if (exploded && operator !== '/') throw unreadable(template, '"*" is supported after "/" only');
    const bare = variable(template, exploded ? name.slice(0, -1) : name);
    return { kind: 'place', operator, name: bare, exploded };
  });
}

function variable(template: string, name: string): string {
  if (VARIABLE.test(name)) return name;
  throw unreadable(template, `"${name}" is no variable: letters, digits and "_" only`);
}

function toPattern(part: Part): string {
  if (part.kind === 'literal') return part.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  if (part.kind === 'query') return '';
  const { first, value } = OPERATORS[part.operator] ?? { first: '', value: SEGMENT };
  return part.exploded ? `((?:${first}${value})+)` : `${first}(${value})`;
}

function splitQuery(uri: string): [string, string?] {
  const mark = uri.indexOf('?');
  return mark === -1 ? [uri] : [uri.slice(0, mark), uri.slice(mark + 1)];
}

function readPlace(place: Place, raw: string): string | readonly string[] | undefined {
  if (place.exploded) return all(raw.slice(1).split('/').map(decodeSegment));
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

function unreadable(template: string, message: string): SetupError {
  return new SetupError([
    {
      code: 'MCP_URI_TEMPLATE_INVALID',
      where: template,
      message,
      remedy: 'Use {name}, {+path}, {.ext}, {/segment}, {/segments*}, and {?a,b} at the end.',
    },
  ]);
}
