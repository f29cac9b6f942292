import { McpServer } from '../../../src/server/mcp-server.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import { resourceEntry, text, toolEntry, type ToolFunction } from './entries.js';
import { fixtureServer } from './fixture-server.js';
import { OpenExchange } from './streams.js';
import { legacy, type Exchange, type Json, type TalkOptions } from './talk.js';

export const FORM = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
} as const;

/** Runs until it is told to stop, and says when it has begun. */
export class Blocking {
  readonly begun: Promise<void>;
  reason: unknown;
  #begin = () => {};

  constructor() {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  readonly run: ToolFunction = async (_args, call) => {
    const aborted = new Promise((resolve) => {
      call.signal.addEventListener('abort', () => resolve(call.signal.reason), { once: true });
    });
    this.#begin();
    this.reason = await aborted;
    return text('stopped');
  };
}

export const TOOLS: Record<string, ToolFunction> = {
  confirm: async (_args, call) => {
    const answer = await call.elicit<{ ok: boolean }>({ message: 'Sure?', requestedSchema: FORM });
    return text(JSON.stringify(answer));
  },
  log: (_args, call) => {
    call.log('debug', 'fine');
    call.log('warning', 'coarse');
    return text('done');
  },
};

export function replica(
  options: Partial<McpServerOptions> = {},
  more: Record<string, ToolFunction> = {},
) {
  const tools = Object.entries({ ...TOOLS, ...more }).map(([name, run]) => toolEntry(name, run));
  const read = async ({ uri }: { uri: string }) => ({ contents: [{ uri, text: '' }] });
  const resources = ['test://a', 'test://b'].map((uri) => resourceEntry(uri, read));
  return fixtureServer({ tools, resources }, { sessions: {}, ...options });
}

export async function open(server: McpServer, options: TalkOptions & { capabilities?: Json } = {}) {
  const { capabilities = { elicitation: {} } } = options;
  const params = {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'n'.repeat(500), version: 'v'.repeat(500) },
  };
  const opened = await legacy(server, 'initialize', params, options);
  const id = opened.headers['mcp-session-id'] ?? '';
  return { opened, id, headers: { ...options.headers, 'mcp-session-id': id } };
}

export const contextOf = (headers: Record<string, string>) => new OpenExchange(headers).context;
export const errorOf = ({ status, error }: Exchange) => [status, error.code, error.data.code];
export const NO_SUCH_SESSION = [404, -32600, 'MCP_SESSION_UNKNOWN'];
