import { ProtocolError } from '../../errors/protocol.error.js';

/**
 * A cursor names the last entry that was shown, so it outlives changes of the list and restarts of
 * the server. Clients are to take it as opaque (Pagination), hence the encoding.
 */
export function encodeCursor(method: string, lastKey: string): string {
  return Buffer.from(JSON.stringify([method, lastKey]), 'utf8').toString('base64url');
}

/** @throws ProtocolError `MCP_INVALID_PARAMS` for anything but a cursor of this list */
export function decodeCursor(method: string, cursor: unknown): string {
  const lastKey = typeof cursor === 'string' ? readCursor(method, cursor) : undefined;
  if (lastKey === undefined) {
    throw new ProtocolError('MCP_INVALID_PARAMS', `"params.cursor" is no cursor of ${method}`);
  }
  return lastKey;
}

function readCursor(method: string, cursor: string): string | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (!Array.isArray(read) || read.length !== 2 || read[0] !== method) return undefined;
    return typeof read[1] === 'string' ? read[1] : undefined;
  } catch {
    return undefined;
  }
}
