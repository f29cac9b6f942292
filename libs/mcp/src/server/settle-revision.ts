import { ProtocolError } from '../errors/protocol.error.js';
import type { ClientCapabilities } from '../protocol/capabilities.js';
import type { RpcParams, RpcRequest } from '../protocol/json-rpc.js';
import { META, type Implementation, type LogLevel } from '../protocol/messages.js';
import { isProtocolVersion, isStateless, PROTOCOL_VERSIONS } from '../protocol/revisions.js';
import type { Dialect } from './dialects/dialect.js';
import { dialectOf, UNDECLARED_DIALECT } from './dialects/dialect-of.js';
import { headerOf } from './headers/request-headers.js';
import { checkStandardHeaders, headerMismatch } from './headers/standard-headers.js';
import type { MessageContext } from './message-context.js';
import type { PeerMemory } from './peer-memory.js';
import { readEnvelope } from './request-meta.js';

/** Which revision governs a request, and what is known of its sender. */
export interface Settled {
  readonly dialect: Dialect;
  readonly client?: Implementation;
  readonly clientCapabilities: ClientCapabilities;
  readonly logLevel?: LogLevel;
}

const NO_CAPABILITIES: ClientCapabilities = Object.freeze({});

/**
 * The era follows the request itself: `_meta` with a protocol version, or a header that names a
 * stateless revision, opens the stateless one; everything else belongs to the handshake.
 *
 * @throws ProtocolError for `_meta`, headers and version, in this order
 */
export function settleRevision(
  request: RpcRequest,
  meta: RpcParams,
  context: MessageContext,
  memory: PeerMemory | undefined,
): Settled {
  const header =
    context.transport === 'http' ? headerOf(context, 'mcp-protocol-version') : undefined;
  if (META.protocolVersion in meta || namesStateless(header)) {
    return settleStateless(request, meta, context, header);
  }
  return settleHandshake(request, header, memory);
}

/** A header of an unknown, newer revision is not taken for a sign: `initialize` is to be answered. */
function namesStateless(header: string | undefined): boolean {
  return isProtocolVersion(header) && isStateless(header);
}

function settleStateless(
  request: RpcRequest,
  meta: RpcParams,
  context: MessageContext,
  header: string | undefined,
): Settled {
  const { version, capabilities, client, logLevel } = readEnvelope(meta);
  if (context.transport === 'http') checkVersionHeader(header, version);
  if (!isProtocolVersion(version)) throw unsupportedVersion(version);
  const dialect = dialectOf(version);
  // The remaining headers are rules of this revision; of a revision that we do not serve, we know none.
  if (context.transport === 'http' && dialect.stateless) checkStandardHeaders(request, context);
  return { dialect, client, clientCapabilities: capabilities, logLevel };
}

function checkVersionHeader(header: string | undefined, version: string): void {
  if (header === undefined) throw headerMismatch('The header MCP-Protocol-Version is missing');
  if (header !== version) {
    throw headerMismatch(`MCP-Protocol-Version says "${header}", "_meta" says "${version}"`);
  }
}

function settleHandshake(
  request: RpcRequest,
  header: string | undefined,
  memory: PeerMemory | undefined,
): Settled {
  const agreement = memory?.agreement;
  const sender = {
    client: agreement?.client,
    clientCapabilities: agreement?.clientCapabilities ?? NO_CAPABILITIES,
    logLevel: memory?.logLevel,
  };
  // `initialize` negotiates in its body; a header with it, of whatever version, decides nothing.
  if (header !== undefined && request.method !== 'initialize') {
    return { dialect: dialectOfHeader(header), ...sender };
  }
  const dialect = agreement ? dialectOf(agreement.version) : UNDECLARED_DIALECT;
  return { dialect, ...sender };
}

/** @throws ProtocolError `MCP_UNSUPPORTED_VERSION` */
export function dialectOfHeader(header: string): Dialect {
  if (!isProtocolVersion(header)) throw unsupportedVersion(header);
  return dialectOf(header);
}

function unsupportedVersion(requested: string): ProtocolError {
  const supported = PROTOCOL_VERSIONS.toReversed();
  return new ProtocolError(
    'MCP_UNSUPPORTED_VERSION',
    `Unsupported protocol version: "${requested}"; supported: ${supported.join(', ')}`,
    { data: { supported, requested } },
  );
}
