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

  /** What a person could read; undefined for anything else, and for bytes that are not in its charset. */
  get text(): string | undefined {
    if (!TEXT.test(this.mimeType ?? '')) return undefined;
    const charset = /;\s*charset="?([^";\s]+)/i.exec(this.type ?? '')?.[1] ?? 'utf-8';
    try {
      return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(this.bytes);
    } catch {
      return undefined;
    }
  }

  /** The text or JSON value that an inline answer stands for; else the bytes themselves. */
  toValue(): unknown {
    if (!this.inline) return this;
    if (this.bytes.length === 0) return undefined;
    const { text } = this;
    if (text === undefined) return this;
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

/** Of `attachment; filename="all.zip"`. */
export function filenameOf(disposition: unknown): string | undefined {
  const [text] = [disposition].flat();
  return typeof text === 'string' ? /filename="?([^";]+)"?/.exec(text)?.[1] : undefined;
}
