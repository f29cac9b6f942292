import { toUrlText } from './url-text.js';

/** Fills a route's template: real ids in, a path out. */
export type FillPath = (params: Readonly<Record<string, unknown>>) => string;

/** A piece of a template: a character, a parameter, or an optional part. */
export type Segment =
  | string
  | { readonly name: string; readonly wildcard: boolean }
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

// `:name(\\d+)` and `:name?` are forms of the routers of Express 4 and Fastify.
const PARAMETER = /^:(\w+)(\([^)]*\))?\??|^\*(\w*)/;

/** Takes a template apart. */
export function parseTemplate(template: string): Segment[] {
  if (!/[:*{]/.test(template)) return template.split('');
  const segments: Segment[] = [];
  let rest = template;
  while (rest !== '') {
    const match = PARAMETER.exec(rest);
    const group = match ? -1 : closing(rest);
    if (match) {
      const [text, name, , wildcard] = match;
      const parameter = { name: name ?? (wildcard || '*'), wildcard: name === undefined };
      segments.push(text.endsWith('?') ? { optional: [parameter] } : parameter);
    } else if (group > 0) {
      segments.push({ optional: parseTemplate(rest.slice(1, group)) });
    } else {
      segments.push(rest[0]);
    }
    rest = rest.slice(match ? match[0].length : group > 0 ? group + 1 : 1);
  }
  return segments;
}

/** Place of the brace that closes the one at the start; 0 if there is none. */
function closing(text: string): number {
  if (!text.startsWith('{')) return 0;
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '{') depth += 1;
    if (text[place] === '}' && (depth -= 1) === 0) return place;
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
