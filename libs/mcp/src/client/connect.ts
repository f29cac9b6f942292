import type { Client, ConnectOptions, Implementation } from '@modelcontextprotocol/client';
import { isJsonObject } from '../protocol/json-rpc.js';
import { abortable } from './abortable.js';
import type { ServerHandlers } from './client-handler.js';
import type { ServerEntry } from './config/server-entry.js';
import { codeOf, dataOf, messageOf } from './error-words.js';
import { foreignValidator } from './foreign-validator.js';
import { loadSdk } from './peers.js';
import { capabilitiesOf, registerHandlers } from './register-handlers.js';
import { openTransport, type OpenOptions } from './transports/open-transport.js';
import { StdioClientTransport } from './transports/stdio.transport.js';
import type { WireIdTransport } from './transports/wire-id.transport.js';

/** A server whose pages never end is broken; a server with more tools than this, too. */
const MOST_PAGES = 1000;
/** Share of the connect time-out that an old server may be silent to the probe. */
const PROBE_SHARE = 0.4;

/** What all attempts to reach one server have in common. */
export interface ConnectContext extends Omit<OpenOptions, 'asSse'> {
  readonly clientInfo: Implementation;
  /** Asked at each attempt: handlers are known later than servers. */
  readonly handlers: () => ServerHandlers;
}

/** What was learnt about the server, so that the next attempt need not learn it again. */
export interface ServerTraits {
  /** It ends, or is silent, when it is asked for its revision before `initialize`. */
  refusesProbe?: boolean;
  /** It speaks the older HTTP+SSE. */
  isSse?: boolean;
}

/** An open connection: the SDK's client, and the transport under it. */
export interface OpenConnection {
  readonly client: Client;
  readonly transport: WireIdTransport;
}

/**
 * Connects to a server once, in whatever way it understands.
 *
 * @param onTransport told about each transport before it is started: after a refused login, the
 *   transport finishes the OAuth flow
 * @throws whatever the attempt failed with; nothing is left open then
 */
export async function connect(
  entry: ServerEntry,
  context: ConnectContext,
  traits: ServerTraits,
  signal: AbortSignal,
  onTransport: (transport: WireIdTransport) => void,
): Promise<OpenConnection> {
  const attempt = async () => connectOnce(entry, context, traits, signal, onTransport);
  try {
    return await attempt();
  } catch (error) {
    if (signal.aborted || !learnsFrom(error, entry, traits)) throw error;
    return attempt();
  }
}

async function connectOnce(
  entry: ServerEntry,
  context: ConnectContext,
  traits: ServerTraits,
  signal: AbortSignal,
  onTransport: (transport: WireIdTransport) => void,
): Promise<OpenConnection> {
  const { Client } = await loadSdk();
  const { connectTimeout } = entry.limits;
  const transport = await openInTime(entry, { ...context, asSse: traits.isSse }, signal);
  onTransport(transport);
  const handlers = context.handlers();
  const client = new Client(context.clientInfo, {
    capabilities: capabilitiesOf(handlers),
    versionNegotiation: negotiation(entry, traits),
    listMaxPages: MOST_PAGES,
    jsonSchemaValidator: await foreignValidator(),
  });
  registerHandlers(client, entry.key, handlers);
  const onerror = (error: Error) => context.log.debug(`${entry.key}: ${messageOf(error)}`);
  Object.assign(client, { onerror });
  const options: ConnectOptions = { timeout: connectTimeout, signal };
  try {
    await abortable(client.connect(transport, options), signal);
    return { client, transport };
  } catch (error) {
    await transport.close().catch(() => {});
    throw signal.aborted ? signal.reason : withLastWords(error, transport);
  }
}

/** An application's own `connect` may take for ever; what comes too late is closed again. */
async function openInTime(
  entry: ServerEntry,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<WireIdTransport> {
  const opening = openTransport(entry, options);
  try {
    return await abortable(opening, signal);
  } catch (error) {
    void opening.then((transport) => transport.close()).catch(() => {});
    throw error;
  }
}

function negotiation(entry: ServerEntry, traits: ServerTraits) {
  const { protocol, connectTimeout } = entry.limits;
  if (protocol === '2026-07-28') return { mode: { pin: protocol } };
  if (protocol === 'legacy' || traits.refusesProbe || traits.isSse || entry.transport === 'sse') {
    return { mode: 'legacy' as const };
  }
  // Over HTTP, silence is an outage: there is no second way to try within the time.
  const share = entry.transport === 'http' ? 1 : PROBE_SHARE;
  return { mode: 'auto' as const, probe: { timeoutMs: connectTimeout * share } };
}

/** Whether the failure says how the server wants to be spoken to; notes it for the next attempt. */
function learnsFrom(error: unknown, entry: ServerEntry, traits: ServerTraits): boolean {
  if (entry.transport === 'http' && !traits.isSse && wantsSse(error)) {
    traits.isSse = true;
    return true;
  }
  const isAuto = entry.limits.protocol === 'auto' && !traits.refusesProbe;
  if (entry.transport !== 'http' && isAuto && codeOf(error) === 'ERA_NEGOTIATION_FAILED') {
    traits.refusesProbe = true;
    return true;
  }
  return false;
}

/**
 * Only where the answer to the POST says "no such thing here" (2025-11-25, Transports, Backwards
 * Compatibility); any other failure would be hidden behind the failure of a pointless GET.
 */
function wantsSse(error: unknown): boolean {
  const data = dataOf(error);
  if (!isJsonObject(data)) return false;
  const { status, text } = data;
  return status === 404 || status === 405 || (status === 400 && !isRpcError(text));
}

function isRpcError(text: unknown): boolean {
  try {
    const body: unknown = JSON.parse(String(text));
    return isJsonObject(body) && isJsonObject(body.error);
  } catch {
    return false;
  }
}

/** A child that died says more on stderr than the broken pipe does. */
function withLastWords(error: unknown, transport: WireIdTransport): unknown {
  const { inner } = transport;
  if (!(inner instanceof StdioClientTransport) || inner.end === undefined) return error;
  return Object.assign(new Error(inner.end, { cause: error }), { code: codeOf(error) });
}
