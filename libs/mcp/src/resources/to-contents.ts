import { BinaryBody } from '../pipeline/binary-body.js';
import type { Outcome } from '../pipeline/invoker.js';
import { serialise } from '../pipeline/serialise.js';
import { isMcpResult } from '../pipeline/mcp-result.js';
import type { ResourceContents } from '../protocol/messages.js';

/**
 * What a method returned, as the contents of its resource: a string as text, bytes as a blob, any
 * other value as JSON, an `McpResult` block by block.
 *
 * @param mimeType what `@McpResource()` declares
 */
export function toContents(
  { value, headers }: Outcome,
  uri: string,
  mimeType: string | undefined,
): readonly ResourceContents[] {
  if (isMcpResult(value)) return value.result.content.map((block) => fromBlock(block, uri));
  const written = headers['content-type'];
  const type = mimeType ?? (typeof written === 'string' ? written : undefined);
  const bytes = bytesOf(value, type);
  if (bytes) return [fromBytes(bytes, uri, type)];
  if (typeof value === 'string') return [{ uri, mimeType: type ?? 'text/plain', text: value }];
  const text = value === undefined ? '' : serialise(value).json;
  return [{ uri, mimeType: type ?? 'application/json', text: text ?? '' }];
}

type Block = Parameters<typeof fromBlock>[0];

function fromBlock(
  block:
    | { readonly type: string; readonly resource?: ResourceContents }
    | { readonly type: string; readonly text?: string }
    | { readonly type: string; readonly data?: string; readonly mimeType?: string },
  uri: string,
): ResourceContents {
  if ('resource' in block && block.resource) return block.resource;
  if ('text' in block && block.text !== undefined) {
    return { uri, mimeType: 'text/plain', text: block.text };
  }
  if ('data' in block && block.data !== undefined) {
    return { uri, mimeType: block.mimeType, blob: block.data };
  }
  throw new TypeError(`A resource cannot contain a block of type ${(block as Block).type}`);
}

function bytesOf(value: unknown, type: string | undefined): BinaryBody | undefined {
  if (value instanceof BinaryBody) return value;
  if (!(value instanceof Uint8Array)) return undefined;
  return new BinaryBody(Buffer.from(value.buffer, value.byteOffset, value.byteLength), type);
}

function fromBytes(body: BinaryBody, uri: string, type: string | undefined): ResourceContents {
  const mimeType = type ?? body.mimeType ?? 'application/octet-stream';
  const { text } = body;
  if (text !== undefined) return { uri, mimeType, text };
  return { uri, mimeType, blob: body.bytes.toString('base64') };
}
