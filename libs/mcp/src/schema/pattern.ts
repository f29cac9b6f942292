import { readClass } from './pattern-class.js';
import { foldLetter, type PatternFlags, type PatternPiece } from './pattern-letters.js';

/**
 * A JSON Schema `pattern` (ECMA-262 under the `u` flag and no other) that matches what the regular
 * expression matches.
 *
 * @returns Undefined where flags cannot be written into the source; an invalid pattern is never
 * returned, since one of them makes a client lose the whole list of tools.
 */
export function toPattern({ source, flags }: RegExp): string | undefined {
  const key = `${flags}/${source}`;
  if (rewritten.has(key)) return rewritten.get(key);
  const pattern = writeAnew(source, flags);
  // Tools that come and go must not fill the memory.
  if (rewritten.size < MOST_KNOWN) rewritten.set(key, pattern);
  return pattern;
}

/** An application's DTOs use the same few expressions again and again. */
const rewritten = new Map<string, string | undefined>();
const MOST_KNOWN = 2000;

function writeAnew(source: string, flags: string): string | undefined {
  const needs: PatternFlags = {
    ignoreCase: flags.includes('i'),
    multiline: flags.includes('m'),
    dotAll: flags.includes('s'),
    unicode: /[uv]/.test(flags),
  };
  if (flags.includes('y')) return undefined;
  const isFree = !needs.ignoreCase && !needs.multiline && !needs.dotAll;
  if (isFree && (needs.unicode || !CHANGES_MEANING.test(source)) && isPattern(source))
    return source;
  const pattern = rewrite(source, needs);
  return isPattern(pattern) ? pattern : undefined;
}

/** The text as a pattern that matches itself. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Whether the value is a regular expression under the `u` flag; asked of the same few many times. */
export function isPattern(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  let verdict = verdicts.get(value);
  if (verdict === undefined) {
    verdict = compiles(value);
    if (verdicts.size < MOST_KNOWN) verdicts.set(value, verdict);
  }
  return verdict;
}

const verdicts = new Map<string, boolean>();

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

/** Escapes that are letters without `u`, and something else with it. */
const CHANGES_MEANING = /\\(?:u\{|[pPk])/;
const LINE_ENDS = String.raw`\n\r\u2028\u2029`;
const LINE_START = `(?:^|(?<=[${LINE_ENDS}]))`;
const LINE_END = `(?=[${LINE_ENDS}]|$)`;
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/;
const GROUP = /^\(\?(?:<[^=!][^>]*>|<?[=!]|:)/;

function rewrite(source: string, flags: PatternFlags): string | undefined {
  let text = '';
  let at = 0;
  while (at < source.length) {
    const piece = readPiece(source, at, flags);
    if (!piece) return undefined;
    text += piece.text;
    at = piece.end;
  }
  return text;
}

function readPiece(source: string, at: number, flags: PatternFlags): PatternPiece | undefined {
  const char = source[at];
  const rest = source.slice(at);
  const copy = (length: number): PatternPiece => ({
    text: source.slice(at, at + length),
    end: at + length,
  });
  switch (char) {
    case '\\':
      return readEscape(source, at, flags);
    case '[':
      return readClass(source, at, flags);
    case '(': {
      if (source[at + 1] !== '?') return copy(1);
      const group = GROUP.exec(rest);
      return group ? copy(group[0].length) : undefined;
    }
    case '{': {
      const quantifier = QUANTIFIER.exec(rest);
      return quantifier ? copy(quantifier[0].length) : { text: String.raw`\{`, end: at + 1 };
    }
    case '}':
    case ']':
      return { text: `\\${char}`, end: at + 1 };
    case '.':
      return flags.dotAll ? { text: String.raw`[\s\S]`, end: at + 1 } : copy(1);
    case '^':
      return flags.multiline ? { text: LINE_START, end: at + 1 } : copy(1);
    case '$':
      return flags.multiline ? { text: LINE_END, end: at + 1 } : copy(1);
    case '*':
    case '+':
    case '?':
    case ')':
    case '|':
      return copy(1);
    default:
      return readLetter(source, at, flags);
  }
}

function readLetter(source: string, at: number, flags: PatternFlags): PatternPiece | undefined {
  const letter = String.fromCodePoint(source.codePointAt(at) as number);
  const end = at + letter.length;
  if (!flags.ignoreCase) return { text: letter, end };
  const folded = foldLetter(letter, flags);
  if (!folded) return undefined;
  return { text: folded.length === 1 ? letter : `[${folded.join('')}]`, end };
}

/** Escapes that mean the same with and without `u`. */
const COMMON_ESCAPES = /[\^$\\.*+?()[\]{}|/bBdDsSwWfnrtv0]/;
const CODE_ESCAPE = /^\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|u\{[0-9a-fA-F]+\})/;
const PROPERTY_OR_REFERENCE = /^\\(?:[pP]\{[^}]+\}|k<[^>]+>|[1-9]\d*)/;

function readEscape(source: string, at: number, flags: PatternFlags): PatternPiece | undefined {
  const rest = source.slice(at);
  const code = CODE_ESCAPE.exec(rest)?.[0];
  // A braced code point means itself only under `u`.
  if (code && (flags.unicode || !code.startsWith(String.raw`\u{`))) {
    return flags.ignoreCase ? undefined : { text: code, end: at + code.length };
  }
  const special = PROPERTY_OR_REFERENCE.exec(rest)?.[0];
  if (special) {
    const isProperty = /^\\[pP]/.test(special);
    const usable = !flags.ignoreCase && (!isProperty || flags.unicode);
    return usable ? { text: special, end: at + special.length } : undefined;
  }
  const char = source[at + 1];
  if (char === undefined || /[ckux]/.test(char)) return undefined;
  if (COMMON_ESCAPES.test(char)) {
    // Under `iu`, \w, \W, \b and \B also know the two letters that fold to ASCII ones.
    if (flags.ignoreCase && flags.unicode && /[wWbB]/.test(char)) return undefined;
    if (char === '0' && /\d/.test(source[at + 2] ?? '')) return undefined;
    return { text: `\\${char}`, end: at + 2 };
  }
  return readLetter(source, at + 1, flags);
}
