const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Levels of arrays and objects that JSON from a peer may have, unless somebody says otherwise. */
export const MAX_DEPTH = 64;

/**
 * Whether JSON text has more levels of arrays and objects than `maxDepth`; to be asked before it is
 * parsed. A loop over characters: a recursive check would itself overflow on what it guards against.
 */
export function isDeeperThan(text: string, maxDepth: number): boolean {
  // Each level takes a character at least.
  if (text.length <= maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === OPEN_ARRAY || character === OPEN_OBJECT) {
      if (++depth > maxDepth) return true;
    } else if (character === CLOSE_ARRAY || character === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Index of the closing quote of the string that opens at `start`; the end where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === BACKSLASH) at++;
    else if (character === QUOTE) return at;
  }
  return text.length;
}
