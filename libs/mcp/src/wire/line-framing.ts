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
      const tooLong = this.#gather(chunk.subarray(from, end));
      from = end + 1;
      const line = this.#take();
      if (tooLong) yield undefined;
      else if (line !== undefined) yield line;
    }
    if (this.#gather(chunk.subarray(from))) yield undefined;
  }

  /** The last line where the stream ended without a newline. */
  flush(): Buffer | undefined {
    return this.#take();
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
    const line = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    return isBlank(line) ? undefined : line;
  }
}

/**
 * One line of JSON as bytes, pure ASCII: whatever is not becomes a JSON escape, so that no code page
 * between the two processes can garble it.
 *
 * @param json JSON text without raw line breaks, as `JSON.stringify` writes it
 */
export function encodeLine(json: string): Buffer {
  return NON_ASCII.test(json) ? escapeToLine(json) : Buffer.from(`${json}\n`, 'latin1');
}

/** Writes the escapes straight into the bytes: an intermediate string would cost as much again. */
function escapeToLine(json: string): Buffer {
  const bytes = Buffer.allocUnsafe(escapedLength(json) + 1);
  let at = 0;
  for (let index = 0; index < json.length; index++) {
    const unit = json.charCodeAt(index);
    if (unit < 0x80) bytes[at++] = unit;
    else at = writeEscape(bytes, at, unit);
  }
  bytes[at] = NEWLINE;
  return bytes;
}

function escapedLength(json: string): number {
  let length = json.length;
  for (let index = 0; index < json.length; index++) {
    if (json.charCodeAt(index) >= 0x80) length += 5;
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
  for (const byte of line) {
    if (byte !== 0x20 && byte !== 0x09 && byte !== RETURN) return false;
  }
  return true;
}
