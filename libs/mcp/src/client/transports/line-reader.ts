const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cuts a byte stream into lines; a line may arrive in any number of pieces. */
export class LineReader {
  #pieces: Buffer[] = [];
  #length = 0;

  /** @param longest bytes of one line; past it, `push` throws a RangeError */
  constructor(private readonly longest: number) {}

  /** The lines that `chunk` completes, without their ends (`\n` or `\r\n`). */
  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      lines.push(this.#complete(chunk.subarray(start, end)));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return lines;
  }

  /** What came after the last line end. */
  rest(): Buffer {
    return this.#complete(Buffer.alloc(0));
  }

  #complete(last: Buffer): Buffer {
    this.#check(last.length);
    const line = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
  }

  #keep(piece: Buffer): void {
    this.#check(piece.length);
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #check(more: number): void {
    if (this.#length + more > this.longest) {
      throw new RangeError(`a line is longer than ${this.longest} bytes`);
    }
  }
}
