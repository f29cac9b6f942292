const NEWLINE = 0x0a;
const RETURN = 0x0d;
const NON_ASCII = /[\u0080-\uffff]/;
const HEX = '0123456789abcdef';

/**
 * Cuts a stream of bytes into lines.
 *
 * Works on bytes: a newline is never part of a longer UTF-8 sequence, so characters that are split
 * over two chunks are whole again in their line. CRLF and LF both end a line; blank lines are left
 * out.
 */
export class LineDecoder {
  readonly #limit: number;
  #parts: Buffer[] = [];
  #length = 0;
  #skipping = false;

  /** @param limit bytes of one line */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * The lines that `chunk` completes; `undefined` in place of one that is longer than the limit,
   * once, as soon as that is known.
   */
  *push(chunk: Buffer): Generator<Buffer | undefined> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const part = chunk.subarray(from, end);
      from = end + 1;
      const isWhole = this.#isBetweenLines && part.length <= this.#limit;
      const tooLong = !isWhole && this.#gather(part);
      const line = isWhole ? part : this.#take();
      if (tooLong) yield undefined;
      else if (line !== undefined && !isBlank(line)) yield line;
    }
    if (from < chunk.length && this.#gather(chunk.subarray(from))) yield undefined;
  }

  /** The last line where the stream ended without a newline. */
  flush(): Buffer | undefined {
    const line = this.#take();
    return line === undefined || isBlank(line) ? undefined : line;
  }

  /** Nothing of a line is kept or being thrown away: most lines come whole, in one chunk. */
  get #isBetweenLines(): boolean {
    return this.#parts.length === 0 && !this.#skipping;
  }

  /** Whether this part made the line too long; the rest of such a line is thrown away. */
  #gather(part: Buffer): boolean {
    if (this.#skipping || part.length === 0) return false;
    this.#length += part.length;
    if (this.#length <= this.#limit) {
      this.#parts.push(part);
      return false;
    }
    this.#skipping = true;
    this.#parts = [];
    return true;
  }

  #take(): Buffer | undefined {
    const parts = this.#parts;
    const skipped = this.#skipping;
    this.#parts = [];
    this.#length = 0;
    this.#skipping = false;
    if (skipped || parts.length === 0) return undefined;
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }
}

/**
 * Lines of JSON in pure ASCII: whatever is not becomes a JSON escape, so that no code page between the
 * two processes can garble it. Text that is ASCII already is not copied.
 *
 * @param lines JSON texts without raw line breaks, as `JSON.stringify` writes them, each with its newline
 */
export function encodeLines(lines: string): string | Buffer {
  return NON_ASCII.test(lines) ? escapeToLines(lines) : lines;
}

/** Writes the escapes straight into the bytes: an intermediate string would cost as much again. */
function escapeToLines(lines: string): Buffer {
  const bytes = Buffer.allocUnsafe(escapedLength(lines));
  let at = 0;
  for (let index = 0; index < lines.length; index++) {
    const unit = lines.charCodeAt(index);
    if (unit < 0x80) bytes[at++] = unit;
    else at = writeEscape(bytes, at, unit);
  }
  return bytes;
}

function escapedLength(lines: string): number {
  let length = lines.length;
  for (let index = 0; index < lines.length; index++) {
    if (lines.charCodeAt(index) >= 0x80) length += 5;
  }
  return length;
}

/** `\uXXXX`; a character beyond U+FFFF is two UTF-16 units, hence two escapes (RFC 8259 §7). */
function writeEscape(bytes: Buffer, at: number, unit: number): number {
  bytes[at] = 0x5c;
  bytes[at + 1] = 0x75;
  for (let digit = 0; digit < 4; digit++) {
    bytes[at + 2 + digit] = HEX.charCodeAt((unit >> (12 - 4 * digit)) & 0xf);
  }
  return at + 6;
}

function isBlank(line: Buffer): boolean {
  for (let at = 0; at < line.length; at++) {
    const byte = line[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== RETURN) return false;
  }
  return true;
}
