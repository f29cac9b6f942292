import type {
  HttpServerOptions,
  InProcessServerOptions,
  ServerLimits,
  SseServerOptions,
  StdioServerOptions,
  WebSocketServerOptions,
} from '../client.options.js';

/** One configured server: checked, its transport known, every limit filled in. */
export type ServerEntry = {
  /** Holds no `_`, so that `mcp_{key}_{tool}` is unambiguous. */
  readonly key: string;
  readonly limits: Required<ServerLimits>;
} & (
  | { readonly transport: 'stdio'; readonly options: StdioServerOptions }
  | { readonly transport: 'http'; readonly options: HttpServerOptions }
  | { readonly transport: 'sse'; readonly options: SseServerOptions }
  | { readonly transport: 'websocket'; readonly options: WebSocketServerOptions }
  | { readonly transport: 'in-process'; readonly options: InProcessServerOptions }
);

export type ClientTransportName = ServerEntry['transport'];

const TRANSPORTS: Readonly<Record<string, ClientTransportName>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
  websocket: 'websocket',
  ws: 'websocket',
  'in-process': 'in-process',
};

/** Names that `type` may have. */
export const TRANSPORT_TYPES: readonly string[] = Object.keys(TRANSPORTS);

/** The transport that an entry means: by `type`, else by what it has; undefined where neither tells. */
export function transportOf(
  options: Readonly<Record<string, unknown>>,
): ClientTransportName | undefined {
  const { type, command, url } = options;
  if (typeof type === 'string' && Object.hasOwn(TRANSPORTS, type)) return TRANSPORTS[type];
  if (type !== undefined) return undefined;
  if (command !== undefined) return 'stdio';
  if (typeof url !== 'string') return undefined;
  return /^wss?:/i.test(url) ? 'websocket' : 'http';
}
