import { createHash } from 'node:crypto';

/** What every client accepts as a tool's name (OpenAI, Anthropic). */
const LEGAL = /^[A-Za-z0-9_-]{1,64}$/;
const LONGEST = 64;
const HASH_LENGTH = 8;

/**
 * The name that a server's tool has with us: `mcp_{server}_{tool}`.
 *
 * Unambiguous: a server's key holds no `_`, so the name says where the key ends; a tool name that
 * is too long or holds other characters gets a hash of itself, the same on every start.
 */
export function remoteToolName(server: string, tool: string): string {
  const name = `mcp_${server}_${tool}`;
  if (LEGAL.test(name)) return name;
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, HASH_LENGTH);
  const legal = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST - HASH_LENGTH - 1);
  return `${legal}-${hash}`;
}

export function isLegalToolName(name: string): boolean {
  return LEGAL.test(name);
}
