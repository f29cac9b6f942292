import type { Place, TemplatePart } from './template-parts.js';

/** What an operator means for matching (RFC 6570, 3.2). */
interface Operator {
  /** What stands before the value. */
  readonly first: string;
  /** Characters at which a value ends. */
  readonly stops: string;
}

const PLAIN: Operator = { first: '', stops: '/?#' };
const OPERATORS: Readonly<Record<string, Operator>> = {
  '/': { first: '/', stops: '/?#' },
  '.': { first: '.', stops: '/?#.' },
  '+': { first: '', stops: '?#' },
};

/** What a path is made of. */
type PathPart = Exclude<TemplatePart, { kind: 'query' }>;

/** By position in a URI: where a part ends that starts there, so that all behind it fit. */
type Ends = Int32Array;

/** Nothing that fits starts here. */
const NOWHERE = -1;

/**
 * What stands at the template's places, not yet decoded; undefined where the URI is not of its form.
 *
 * Where several readings fit, each place takes as much as those behind it can spare, from left to
 * right: of `{a}-{b}`, "1-2-3" gives a = "1-2" and b = "3".
 *
 * No regular expression: with n places, a URI can be such that one tries n-tuples of positions, and
 * this runs before any guard has seen the request. Here each part looks at each character once.
 */
export function readPlaces(parts: readonly TemplatePart[], uri: string): string[] | undefined {
  const form = parts.filter((part) => part.kind !== 'query');
  const [start] = form;
  // Of many templates, most are told apart by how they start.
  if (start?.kind === 'literal' && !uri.startsWith(start.text)) return undefined;
  const ends = endsOfParts(form, uri);
  const values: string[] = [];
  let at = 0;
  for (const [index, part] of form.entries()) {
    const end = ends[index]?.[at] ?? NOWHERE;
    if (end === NOWHERE) return undefined;
    if (part.kind === 'place') values.push(uri.slice(at + operatorOf(part).first.length, end));
    at = end;
  }
  return at === uri.length ? values : undefined;
}

function operatorOf({ operator }: Place): Operator {
  return OPERATORS[operator] ?? PLAIN;
}

/** From the last part to the first, since where a part may end depends on those behind it. */
function endsOfParts(form: readonly PathPart[], uri: string): Ends[] {
  let next = nowhere(uri);
  next[uri.length] = uri.length;
  const ends = form.toReversed().map((part) => {
    next = part.kind === 'literal' ? endsOf(part.text, uri, next) : endsOfPlace(part, uri, next);
    return next;
  });
  return ends.toReversed();
}

function nowhere({ length }: string): Ends {
  return new Int32Array(length + 1).fill(NOWHERE);
}

function endsOf(text: string, uri: string, next: Ends): Ends {
  const ends = nowhere(uri);
  for (let at = uri.indexOf(text); at !== -1; at = uri.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (next[end] !== NOWHERE) ends[at] = end;
  }
  return ends;
}

function endsOfPlace(place: Place, uri: string, next: Ends): Ends {
  const { first, stops } = operatorOf(place);
  const isOfValue = (at: number): boolean => at < uri.length && !stops.includes(uri.charAt(at));
  const ends = nowhere(uri);
  /** Where a value ends of which at least one character stands before the position. */
  const within = nowhere(uri);
  for (let at = uri.length; at >= 0; at--) {
    const behind = at + first.length + 1;
    const starts = uri.startsWith(first, at) && isOfValue(behind - 1);
    const goesOn = isOfValue(at) ? at + 1 : place.exploded && starts ? behind : undefined;
    const end = goesOn === undefined ? NOWHERE : (within[goesOn] ?? NOWHERE);
    within[at] = end === NOWHERE && next[at] !== NOWHERE ? at : end;
    if (starts) ends[at] = within[behind] ?? NOWHERE;
  }
  return ends;
}
