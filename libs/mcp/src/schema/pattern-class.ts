import { foldLetter, type PatternFlags, type PatternPiece } from './pattern-letters.js';

/** One member of a character class: a set like `\d`, or one character. */
interface Atom {
  readonly text: string;
  readonly end: number;
  /** Undefined for a set. */
  readonly code?: number;
}

/**
 * Rewrites a character class from its `[` on, so that it means the same under `u` alone.
 *
 * @returns Undefined where it cannot be expressed.
 */
export function readClass(
  source: string,
  start: number,
  flags: PatternFlags,
): PatternPiece | undefined {
  const negated = source[start + 1] === '^';
  let at = start + (negated ? 2 : 1);
  let text = '';
  while (source[at] !== ']') {
    if (at >= source.length) return undefined;
    const member = readMember(source, at, flags);
    if (!member) return undefined;
    text += member.text;
    at = member.end;
  }
  // An empty class is legal and stays so: `[]` matches nothing, `[^]` everything.
  return { text: `[${negated ? '^' : ''}${text}]`, end: at + 1 };
}

function readMember(source: string, at: number, flags: PatternFlags): PatternPiece | undefined {
  const first = readAtom(source, at, flags);
  if (!first) return undefined;
  const isRange = source[first.end] === '-' && (source[first.end + 1] ?? ']') !== ']';
  if (!isRange) return foldSingle(first, flags);
  const last = readAtom(source, first.end + 1, flags);
  if (!last) return undefined;
  if (first.code === undefined || last.code === undefined) {
    // A set on either side of the dash makes the dash a dash (Annex B); `u` refuses it.
    const singles = [first, last].map((atom) => foldSingle(atom, flags));
    if (singles.some((single) => single === undefined)) return undefined;
    return { text: `${singles[0]?.text}\\-${singles[1]?.text}`, end: last.end };
  }
  const folded = flags.ignoreCase ? foldRange(first.code, last.code, flags) : '';
  if (folded === undefined) return undefined;
  return { text: `${first.text}-${last.text}${folded}`, end: last.end };
}

function foldSingle(atom: Atom, flags: PatternFlags): PatternPiece | undefined {
  if (!flags.ignoreCase || atom.code === undefined) return atom;
  const folded = foldLetter(String.fromCodePoint(atom.code), flags);
  if (!folded) return undefined;
  return { text: atom.text + folded.slice(1).join(''), end: atom.end };
}

/** No alphabet has more letters; a wider range covers other scripts, and its case with it. */
const WIDEST_RANGE = 512;

/** What a range gains by ignoring case. */
function foldRange(low: number, high: number, flags: PatternFlags): string | undefined {
  if (high - low > WIDEST_RANGE) return undefined;
  const gained = new Set<string>();
  for (let code = low; code <= high; code += 1) {
    const folded = foldLetter(String.fromCodePoint(code), flags);
    if (!folded) return undefined;
    for (const letter of folded) {
      const other = letter.codePointAt(0) as number;
      if (other < low || other > high) gained.add(letter);
    }
  }
  return [...gained].join('');
}

const CODE_ESCAPE = /^\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]+)\})/;
const CONTROLS: Readonly<Record<string, number>> = { b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

function readAtom(source: string, at: number, flags: PatternFlags): Atom | undefined {
  if (source[at] !== '\\') {
    const code = source.codePointAt(at) as number;
    const char = String.fromCodePoint(code);
    return { text: /[[^-]/.test(char) ? `\\${char}` : char, end: at + char.length, code };
  }
  const rest = source.slice(at);
  const next = source[at + 1] ?? '';
  if (/[dDsSwW]/.test(next)) {
    const folds = flags.ignoreCase && flags.unicode && /[wW]/.test(next);
    return folds ? undefined : { text: `\\${next}`, end: at + 2 };
  }
  const property = /^\\[pP]\{[^}]+\}/.exec(rest)?.[0];
  if (property) {
    const usable = flags.unicode && !flags.ignoreCase;
    return usable ? { text: property, end: at + property.length } : undefined;
  }
  const code = CODE_ESCAPE.exec(rest);
  if (code && (code[3] === undefined || flags.unicode)) {
    const digits = code[1] ?? code[2] ?? code[3];
    return { text: code[0], end: at + code[0].length, code: Number.parseInt(digits, 16) };
  }
  if (/[cux1-9pPk]/.test(next) || next === '') return undefined;
  if (next in CONTROLS) {
    if (next === '0' && /\d/.test(source[at + 2] ?? '')) return undefined;
    return { text: `\\${next}`, end: at + 2, code: CONTROLS[next] };
  }
  const escaped = /[\^\\\-[\]]/.test(next) ? `\\${next}` : next;
  return { text: escaped, end: at + 2, code: next.codePointAt(0) as number };
}
