/** Bytes with their media type: what a file, a Buffer or a web `Response` came to. */
export class BinaryBody {
  /**
   * @param type media type, e.g. `image/png`; unknown without one
   * @param name file name, where the answer had one
   * @param inline JSON inside is a value, not a file
   */
  constructor(
    readonly bytes: Buffer,
    readonly type?: string,
    readonly name?: string,
    private readonly inline = false,
  ) {}

  /** `image/png` of `image/png; q=1`. */
  get mimeType(): string | undefined {
    return this.type?.split(';')[0].trim().toLowerCase();
  }

  /** Whether a person could read it. */
  get isText(): boolean {
    const type = this.mimeType;
    return type !== undefined && TEXT.test(type);
  }

  /** The text or JSON value that an inline answer stands for; else the bytes themselves. */
  toValue(): unknown {
    if (!this.inline || (!this.isText && this.bytes.length > 0)) return this;
    const text = this.bytes.toString('utf8');
    if (text === '') return undefined;
    if (!JSON_TYPE.test(this.mimeType ?? '')) return text;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  }
}

const TEXT = /^text\/|[/+](json|xml|yaml|x-ndjson|javascript|x-www-form-urlencoded)$/;
const JSON_TYPE = /^application\/(.+\+)?json$/;
