/** The two eras of the protocol: with a handshake before it, and each request on its own. */
const VERSIONS = { legacy: '2025-11-25', modern: '2026-07-28' };

const META = 'io.modelcontextprotocol';

/** A POST of one MCP request. */
export function mcpRequest(era, method, params = {}, meta = {}) {
  const protocolVersion = VERSIONS[era];
  return {
    path: '/mcp',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocolVersion,
      ...(era === 'modern' ? { 'mcp-method': method } : {}),
      ...(era === 'modern' && params.name ? { 'mcp-name': params.name } : {}),
    },
    body: JSON.stringify(mcpMessage(era, method, params, 1, meta)),
  };
}

export function mcpMessage(era, method, params = {}, id = 1, meta = {}) {
  const _meta = {
    [`${META}/protocolVersion`]: VERSIONS.modern,
    [`${META}/clientInfo`]: { name: 'bench', version: '1.0.0' },
    [`${META}/clientCapabilities`]: {},
    ...meta,
  };
  const own = era === 'modern' ? { ...params, _meta } : params;
  return { jsonrpc: '2.0', id, method, params: own };
}

/** A POST of plain JSON to a route. */
export function restRequest(path, body) {
  return {
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** The result in a response to `mcpRequest`, whether it came as JSON or as an event. */
export function resultIn(text) {
  const data = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: '))
        .slice(6);
  const { result, error } = JSON.parse(data);
  if (result === undefined || result.isError)
    throw new Error(`refused: ${JSON.stringify(error ?? result)}`);
  return result;
}
