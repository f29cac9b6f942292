import { isAscii, isUtf8 } from 'node:buffer';
import { ProtocolError } from '../errors/protocol.error.js';
import { isDeeperThan } from '../protocol/json-depth.js';

const BOM_LENGTH = 3;

/**
 * Parses one message that a peer sent as JSON text in UTF-8.
 *
 * `__proto__` keys, and `constructor` keys that hold a `prototype`, are left out: merged into
 * another object they would change its prototype.
 *
 * @param bytes the text; a BOM is tolerated (RFC 8259 §8.1 lets a parser ignore it)
 * @param maxDepth levels of arrays and objects, counted before parsing
 * @throws ProtocolError `MCP_PARSE` where it is no JSON or no UTF-8, `MCP_INVALID_REQUEST` where
 * it is nested too deep
 */
export function parseJsonText(bytes: Buffer, maxDepth: number): unknown {
  const body = hasBom(bytes) ? bytes.subarray(BOM_LENGTH) : bytes;
  const text = decode(body);
  if (isDeeperThan(text, maxDepth)) {
    throw new ProtocolError('MCP_INVALID_REQUEST', `The message is nested deeper than ${maxDepth}`);
  }
  const value = parse(text);
  return mayHoldPrototypeKeys(text) ? withoutPrototypeKeys(value) : value;
}

function decode(body: Buffer): string {
  // The same characters, and the quickest way to them.
  if (isAscii(body)) return body.toString('latin1');
  if (isUtf8(body)) return body.toString('utf8');
  throw new ProtocolError('MCP_PARSE', 'The message is not valid UTF-8');
}

function hasBom(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    // The engine's message quotes the input: it goes into the cause, not onto the wire.
    throw new ProtocolError('MCP_PARSE', 'The message is not valid JSON', { cause });
  }
}

/** The plain spellings, and any escape, behind which they could hide. */
function mayHoldPrototypeKeys(text: string): boolean {
  return text.includes('__proto__') || text.includes('"constructor"') || text.includes('\\u00');
}

function withoutPrototypeKeys(root: unknown): unknown {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (!isContainer(value)) continue;
    if (!Array.isArray(value)) dropPrototypeKeys(value);
    for (const inner of Object.values(value)) open.push(inner);
  }
  return root;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function dropPrototypeKeys(value: Record<string, unknown>): void {
  if (Object.hasOwn(value, '__proto__')) delete value['__proto__'];
  const { constructor: maker } = value;
  if (!Object.hasOwn(value, 'constructor') || !isContainer(maker)) return;
  if (Object.hasOwn(maker, 'prototype')) delete value['constructor'];
}
