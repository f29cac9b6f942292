/** What the flags of the original expression ask of its rewritten source. */
export interface PatternFlags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  /** `u` or `v`: case folding and `\p{…}` follow Unicode. */
  readonly unicode: boolean;
}

/** One element of the expression as written under `u`, and where the next one begins. */
export interface PatternPiece {
  readonly text: string;
  readonly end: number;
}

/** The two characters that fold to an ASCII letter under `iu`: long s and the Kelvin sign. */
const UNICODE_FOLDS: Readonly<Record<string, string>> = { s: '\u017F', k: '\u212A' };

/**
 * All characters that a case-insensitive expression takes for this one, itself first.
 *
 * @returns Undefined where that is not known for sure: outside ASCII under Unicode's folding.
 */
export function foldLetter(letter: string, flags: PatternFlags): readonly string[] | undefined {
  if (letter.charCodeAt(0) < 0x80) return foldAscii(letter, flags);
  if (flags.unicode || letter.length !== 1) return undefined;
  const others = caseClasses().get(canonicalize(letter)) ?? [];
  return [letter, ...others.filter((other) => other !== letter)];
}

function foldAscii(letter: string, flags: PatternFlags): readonly string[] {
  if (!/[A-Za-z]/.test(letter)) return [letter];
  const lower = letter.toLowerCase();
  const extra = flags.unicode ? UNICODE_FOLDS[lower] : undefined;
  return [letter, lower === letter ? letter.toUpperCase() : lower, ...(extra ? [extra] : [])];
}

/** ECMA-262, Canonicalize without `u`: the upper case, if it is one unit and not newly ASCII. */
function canonicalize(unit: string): string {
  const upper = unit.toUpperCase();
  return upper.length === 1 && upper.charCodeAt(0) >= 0x80 ? upper : unit;
}

let classes: ReadonlyMap<string, readonly string[]> | undefined;

/** Letters outside ASCII by what they canonicalize to (σ, ς, Σ); made when first needed. */
function caseClasses(): ReadonlyMap<string, readonly string[]> {
  if (classes) return classes;
  const found = new Map<string, string[]>();
  for (let code = 0x80; code < 0x10000; code += 1) {
    const unit = String.fromCharCode(code);
    const canonical = canonicalize(unit);
    if (canonical === unit) continue;
    const members = found.get(canonical);
    if (members) members.push(unit);
    else found.set(canonical, [canonical, unit]);
  }
  classes = found;
  return classes;
}
