import type {
  AuthProvider,
  Implementation,
  OAuthClientProvider,
  Transport,
} from '@modelcontextprotocol/client';

/** How a server is spoken to, and how much of our patience it has. */
export interface ServerLimits {
  /** Which opening is spoken; `auto` asks for 2026-07-28 and falls back. @default 'auto' */
  readonly protocol?: 'auto' | 'legacy' | '2026-07-28';
  /** Milliseconds until a connection attempt counts as failed. @default 10000 */
  readonly connectTimeout?: number;
  /** Milliseconds of silence that a call may last; progress starts them anew. @default 60000 */
  readonly timeout?: number;
  /** Milliseconds that a call may last in all. @default 600000 */
  readonly maxTimeout?: number;
  /** Calls that the server is given at once; the others wait their turn. @default 16 */
  readonly concurrency?: number;
  /** Calls that may wait; past it they fail with `REMOTE_OVERLOADED`. @default 256 */
  readonly queueSize?: number;
}

/** What every server's entry may say, whatever its transport. */
export interface CommonServerOptions extends ServerLimits {
  /** True: known, but neither connected nor listed. @default false */
  readonly disabled?: boolean;
  /** The server's own tool names that are taken in. @default all */
  readonly tools?: readonly string[];
  /** Serves the tools from our own endpoint (docs/gateway.md). @default false */
  readonly expose?: boolean | ExposeOptions;
}

/** Which remote tools our own endpoint serves, and how. */
export interface ExposeOptions {
  /** The server's own tool names; `*` stands for any characters. @default all */
  readonly include?: readonly string[];
  /** Wins over `include`. */
  readonly exclude?: readonly string[];
  /** Served names by the server's own tool names. @default `mcp_{server}_{tool}` */
  readonly rename?: Readonly<Record<string, string>>;
  /** Guards of these tools, beside the global ones: classes or instances, as for `@UseGuards()`. */
  readonly guards?: readonly (object | (abstract new (...args: never[]) => object))[];
}

/** A child process that speaks over stdin and stdout. */
export interface StdioServerOptions extends CommonServerOptions {
  /** May be left out: `command` tells it. */
  readonly type?: 'stdio';
  /** The executable, or a script such as `npx`; started without a shell. */
  readonly command: string;
  /** One element per argument; never split. */
  readonly args?: readonly string[];
  /** Added to the safe defaults (PATH, HOME, ...): nothing else of our environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** @default the working directory of this process */
  readonly cwd?: string;
}

/** OAuth 2.1 client credentials: a service that logs in as itself. */
export interface ClientCredentialsOptions {
  /** The only grant so far. */
  readonly type: 'client_credentials';
  /** As registered at the issuer. */
  readonly clientId: string;
  /** This or `privateKey`, never both. */
  readonly clientSecret?: string;
  /** PEM; instead of a secret, the client signs an assertion (RFC 7523). */
  readonly privateKey?: string;
  /** Algorithm of `privateKey`. @default 'ES256' */
  readonly algorithm?: string;
  /** Scopes to ask for, separated by spaces. @default what the server asks for */
  readonly scope?: string;
  /** The one authorization server that may see the credentials. */
  readonly issuer: string;
}

interface RemoteAddress extends CommonServerOptions {
  readonly url: string;
  /** Sent with every request, e.g. an API key. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Streamable HTTP; where the server answers 404 or 405, the older HTTP+SSE is tried. */
export interface HttpServerOptions extends RemoteAddress {
  /** May be left out: `url` tells it. */
  readonly type?: 'http' | 'streamable-http' | 'streamableHttp';
  /** Logs in before the first request, as the application itself. */
  readonly oauth?: ClientCredentialsOptions;
  /** Any provider of the SDK: an OAuth flow with a user, a token of one's own. In code only. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /**
   * Headers of the current MCP call that go along; Authorization and Cookie are refused: the
   * caller's credentials are for us, not for another server (confused deputy).
   */
  readonly forwardHeaders?: readonly string[];
}

/** HTTP+SSE of 2024-11-05. */
export interface SseServerOptions extends RemoteAddress {
  /** Never guessed: the transport is deprecated. */
  readonly type: 'sse';
  /** As for Streamable HTTP. */
  readonly oauth?: ClientCredentialsOptions;
  /** As for Streamable HTTP. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
}

/** WebSocket with the subprotocol `mcp`; needs the package `ws`. */
export interface WebSocketServerOptions extends RemoteAddress {
  /** Both mean the same; a configuration file may leave it out, the URL tells it. */
  readonly type: 'websocket' | 'ws';
  /** Milliseconds between pings; a connection that answers none until the next is cut. @default 30000 */
  readonly pingInterval?: number;
}

/** A server in this very process. In code only. */
export interface InProcessServerOptions extends CommonServerOptions {
  /** The only kind that no configuration file can name. */
  readonly type: 'in-process';
  /** Gives the client's end of a fresh connection; called anew for each attempt. */
  readonly connect: () => Transport | Promise<Transport>;
}

/** One server of the configuration; `type` may be left out where the other keys tell it. */
export type ServerOptions =
  | StdioServerOptions
  | HttpServerOptions
  | SseServerOptions
  | WebSocketServerOptions
  | InProcessServerOptions;

/** How a lost server is called back. */
export interface ReconnectOptions {
  /** Milliseconds before the first attempt. @default 500 */
  readonly initialDelay?: number;
  /** Milliseconds that no wait exceeds. @default 30000 */
  readonly maxDelay?: number;
  /** By which each wait is longer than the one before. @default 2 */
  readonly factor?: number;
  /** Share of each wait that is random (0 to 1), so that clients do not come back in step. @default 0.5 */
  readonly jitter?: number;
}

/** Names of remote tools; must be unambiguous and match `^[A-Za-z0-9_-]{1,64}$`. */
export type RemoteToolNaming = (server: string, tool: string) => string;

/** `McpClientModule.forRoot(options)`. */
export interface McpClientOptions {
  /** By key, or the path of a file with `{ "mcpServers": { ... } }` as desktop clients share it. */
  readonly servers: string | Readonly<Record<string, ServerOptions>>;
  /** Who we say we are. @default `{ name: 'nest-toolport', version: '0' }` */
  readonly clientInfo?: Implementation;
  /** Holds for every server that says nothing else. */
  readonly defaults?: ServerLimits;
  /** How a lost server is called back. */
  readonly reconnect?: ReconnectOptions;
  /** @default `mcp_{server}_{tool}`, shortened with a hash where it is too long */
  readonly naming?: RemoteToolNaming;
  /** False: the start of the application does not wait for the servers. @default true */
  readonly waitForServers?: boolean;
}

/** The limits that hold where nobody said anything. */
export const CLIENT_DEFAULT_LIMITS: Required<ServerLimits> = {
  protocol: 'auto',
  connectTimeout: 10_000,
  timeout: 60_000,
  maxTimeout: 600_000,
  concurrency: 16,
  queueSize: 256,
};

export const RECONNECT_DEFAULTS: Required<ReconnectOptions> = {
  initialDelay: 500,
  maxDelay: 30_000,
  factor: 2,
  jitter: 0.5,
};
