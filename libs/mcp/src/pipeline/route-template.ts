import { toUrlText } from './url-text.js';

/** Fills a route's template: real ids in, a path out. */
export type FillPath = (params: Readonly<Record<string, unknown>>) => string;

/** A piece of a template: a character, a parameter, or an optional part. */
export type Segment =
  | string
  | { readonly name: string; readonly wildcard: boolean; readonly pattern?: RegExp }
  | { readonly optional: readonly Segment[] };

/**
 * Compiles an Express-style template (`/orders/:id`, `/files/*path`, `/a{/:b}`) to a function that
 * builds the path with percent-encoded values: what a model sends never adds a segment.
 */
export function compileTemplate(template: string): FillPath {
  const segments = parseTemplate(template);
  if (segments.every((segment) => typeof segment === 'string')) {
    const path = segments.join('');
    return () => path;
  }
  return (params) => fill(segments, params);
}

/** One parameter of a template. */
export interface PathParameter {
  readonly name: string;
  /** Takes any number of segments. */
  readonly wildcard: boolean;
  /** In an optional part: the path is whole without it. */
  readonly optional: boolean;
  /** What its text must match, whole. */
  readonly pattern?: RegExp;
}

/** The parameters of a template, in their order. */
export function pathParameters(template: string): PathParameter[] {
  return parametersIn(parseTemplate(template), false);
}

function parametersIn(segments: readonly Segment[], optional: boolean): PathParameter[] {
  const found: PathParameter[] = [];
  for (const segment of segments) {
    if (typeof segment === 'string') continue;
    if ('optional' in segment) found.push(...parametersIn(segment.optional, true));
    else found.push({ ...segment, optional });
  }
  return found;
}

const PARAMETER = /^:(\w+)|^\*(\w*)/;

/** Takes a template apart. */
export function parseTemplate(template: string): Segment[] {
  if (!/[:*{]/.test(template)) return template.split('');
  const segments: Segment[] = [];
  let rest = template;
  while (rest !== '') {
    const [segment, length] = firstSegment(rest);
    segments.push(segment);
    rest = rest.slice(length);
  }
  return segments;
}

/** The segment at the start of a template, and how much of the text it is. */
function firstSegment(text: string): [Segment, number] {
  const match = PARAMETER.exec(text);
  if (match) return parameterAt(text, match);
  const group = closing(text, '{', '}');
  if (group > 0) return [{ optional: parseTemplate(text.slice(1, group)) }, group + 1];
  return [text[0], 1];
}

/** `:name(^\\d+$)` and `:name?` are forms of Fastify's router. */
function parameterAt(
  text: string,
  [{ length }, name, wildcard]: RegExpExecArray,
): [Segment, number] {
  if (name === undefined) return [{ name: wildcard || '*', wildcard: true }, length];
  const group = closing(text.slice(length), '(', ')');
  const end = group > 0 ? length + group + 1 : length;
  const pattern = group > 0 ? { pattern: wholeOf(text.slice(length + 1, end - 1)) } : {};
  const parameter = { name, wildcard: false, ...pattern };
  return text[end] === '?' ? [{ optional: [parameter] }, end + 1] : [parameter, end];
}

/** As the router takes it: always of the whole text, its own anchors or not. */
function wholeOf(expression: string): RegExp {
  return new RegExp(`^(?:${expression.replace(/^\^/, '').replace(/\$$/, '')})$`);
}

/** Place of the bracket that closes the one at the start; 0 if there is none. */
function closing(text: string, open: string, close: string): number {
  if (!text.startsWith(open)) return 0;
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1;
    else if (text[place] === open) depth += 1;
    else if (text[place] === close && (depth -= 1) === 0) return place;
  }
  return 0;
}

function fill(segments: readonly Segment[], params: Readonly<Record<string, unknown>>): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'string') path += segment;
    else if ('optional' in segment)
      path += isGiven(segment.optional, params) ? fill(segment.optional, params) : '';
    else path += encode(params[segment.name], segment.wildcard);
  }
  return path;
}

function isGiven(segments: readonly Segment[], params: Readonly<Record<string, unknown>>): boolean {
  return segments.some(
    (segment) =>
      typeof segment === 'object' && 'name' in segment && params[segment.name] !== undefined,
  );
}

function encode(value: unknown, wildcard: boolean): string {
  if (value === undefined || value === null) return '';
  const parts = wildcard ? (Array.isArray(value) ? value : toUrlText(value).split('/')) : [value];
  // A lone dot segment would be resolved away by whoever reads the URL.
  return parts
    .map((part) =>
      encodeURIComponent(toUrlText(part)).replace(/^\.{1,2}$/, (dots) =>
        dots.replaceAll('.', '%2E'),
      ),
    )
    .join('/');
}
