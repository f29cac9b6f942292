import type {
  AudioContent,
  CallToolResult,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  TextContent,
} from '../protocol/messages.js';

const BRAND = Symbol.for('toolport.McpResult');

/** Hints and `_meta` of one content block. */
type BlockOptions = Pick<TextContent, 'annotations' | '_meta'>;

/** The parts of a hand-made result. */
export interface McpResultParts {
  /** What the model reads. */
  readonly content: readonly ContentBlock[];
  /** Must match the tool's output schema, where it has one. */
  readonly structuredContent?: unknown;
  /** The operation failed; the model reads why in `content`. */
  readonly isError?: boolean;
  /** For the client, not for the model. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * A result that a method makes by hand, instead of returning a value. Nothing else is taken for one:
 * a DTO that happens to have a `content` array stays a value.
 *
 * @example return McpResult.image(png, 'image/png');
 */
export class McpResult {
  private constructor(
    /** As it goes out. */
    readonly result: CallToolResult,
  ) {
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** One block of text. */
  static text(text: string, options?: BlockOptions): McpResult {
    return block({ type: 'text', text, ...options } satisfies TextContent);
  }

  /**
   * An image.
   *
   * @param data bytes, or base64
   * @param mimeType e.g. `image/png`
   */
  static image(data: Uint8Array | string, mimeType: string, options?: BlockOptions): McpResult {
    return block({
      type: 'image',
      data: toBase64(data),
      mimeType,
      ...options,
    } satisfies ImageContent);
  }

  /**
   * A sound.
   *
   * @param data bytes, or base64
   * @param mimeType e.g. `audio/wav`
   */
  static audio(data: Uint8Array | string, mimeType: string, options?: BlockOptions): McpResult {
    return block({
      type: 'audio',
      data: toBase64(data),
      mimeType,
      ...options,
    } satisfies AudioContent);
  }

  /** A link to a resource that the client may read. */
  static resourceLink(link: Omit<ResourceLink, 'type'>): McpResult {
    return block({ type: 'resource_link', ...link });
  }

  /** A resource, embedded whole: `text`, or `blob` as bytes or base64. */
  static resource(
    resource: Omit<ResourceContents, 'blob'> & { readonly blob?: Uint8Array | string },
    options?: BlockOptions,
  ): McpResult {
    const { blob, ...rest } = resource;
    const contents = blob === undefined ? rest : { ...rest, blob: toBase64(blob) };
    return block({ type: 'resource', resource: contents, ...options } satisfies EmbeddedResource);
  }

  /** Several blocks, or a result with its own `structuredContent`, `isError` or `_meta`. */
  static of(parts: McpResultParts | readonly (ContentBlock | McpResult)[]): McpResult {
    if (!isList(parts)) return new McpResult(parts);
    const content = parts.flatMap((part) => (isMcpResult(part) ? part.result.content : [part]));
    return new McpResult({ content });
  }
}

/** Recognised by mark, not by class: an application may hold two copies of this package. */
export function isMcpResult(value: unknown): value is McpResult {
  return (
    typeof value === 'object' && value !== null && (value as { [BRAND]?: true })[BRAND] === true
  );
}

function block(content: ContentBlock): McpResult {
  return McpResult.of({ content: [content] });
}

function isList(
  parts: McpResultParts | readonly (ContentBlock | McpResult)[],
): parts is readonly (ContentBlock | McpResult)[] {
  return Array.isArray(parts);
}

function toBase64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data;
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
