const EXPOSED = ['Mcp-Session-Id', 'WWW-Authenticate'];

/** The part of a response that both platforms have. */
export interface HeaderHolder {
  getHeader(name: string): unknown;
  setHeader(name: string, value: string): unknown;
}

/**
 * Where the app's CORS let a web page in, lets that page read the headers that MCP clients need:
 * without them a browser client can neither keep a session nor begin to authorise.
 */
export function exposeHeaders(response: HeaderHolder): void {
  if (response.getHeader('access-control-allow-origin') === undefined) return;
  const current = headerList(response.getHeader('access-control-expose-headers'));
  if (current.includes('*')) return;
  const known = new Set(current.map((name) => name.toLowerCase()));
  const missing = EXPOSED.filter((name) => !known.has(name.toLowerCase()));
  response.setHeader('access-control-expose-headers', [...current, ...missing].join(', '));
}

function headerList(value: unknown): string[] {
  const text = Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : '';
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
