import { MAX_DEPTH } from '../../protocol/json-depth.js';

/** How the HTTP endpoint behaves; a part of `McpModule.forRoot(options)`. */
export interface HttpEndpointOptions {
  /** Where the endpoint answers, under the global prefix. @default '/mcp' */
  readonly path?: string;
  /** @default false */
  readonly ignoreGlobalPrefix?: boolean;
  /** The address that clients use, where a proxy stands in front: its origin and host are allowed. */
  readonly publicUrl?: string;
  readonly http?: HttpLimits;
  /** Milliseconds between comments on an open stream. @default 25000 */
  readonly keepAlive?: number;
  /** Milliseconds after which a silent call turns into a stream. @default 15000 */
  readonly streamAfter?: number;
  /** Milliseconds that running calls have at shutdown. @default 10000 */
  readonly drainTimeout?: number;
}

/** What the endpoint accepts. */
export interface HttpLimits {
  /** Bytes of one request's body; past it, 413. @default 4194304 (4 MiB) */
  readonly bodyLimit?: number;
  /** Milliseconds that a body may take to arrive; stops slow senders from piling up. @default 30000 */
  readonly bodyTimeout?: number;
  /** Nesting of the JSON in a body. @default 64 */
  readonly maxDepth?: number;
  /** Web origins that may call from a browser, beside loopback and `publicUrl`'s. */
  readonly allowedOrigins?: readonly string[];
  /** `Host` values that are served, beside loopback and `publicUrl`'s; `['*']` where a proxy checks. */
  readonly allowedHosts?: readonly string[];
  /** Answers CORS preflights of allowed origins, where the app does not. @default false */
  readonly cors?: boolean;
}

/** The options with every default filled in. */
export interface EndpointSettings {
  readonly path: string;
  readonly ignoreGlobalPrefix: boolean;
  readonly publicUrl?: string;
  readonly bodyLimit: number;
  readonly bodyTimeout: number;
  readonly maxDepth: number;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly cors: boolean;
  readonly keepAlive: number;
  readonly streamAfter: number;
  readonly drainTimeout: number;
}

export function endpointSettings(options: HttpEndpointOptions): EndpointSettings {
  const http = options.http ?? {};
  const keepAlive = options.keepAlive ?? 25_000;
  return {
    path: options.path ?? '/mcp',
    ignoreGlobalPrefix: options.ignoreGlobalPrefix ?? false,
    publicUrl: options.publicUrl,
    bodyLimit: http.bodyLimit ?? 4 * 1024 * 1024,
    bodyTimeout: http.bodyTimeout ?? 30_000,
    maxDepth: http.maxDepth ?? MAX_DEPTH,
    allowedOrigins: http.allowedOrigins ?? [],
    allowedHosts: http.allowedHosts ?? [],
    cors: http.cors ?? false,
    keepAlive,
    // Where a proxy wants a byte every `keepAlive`, it wants the first one as soon.
    streamAfter: Math.min(options.streamAfter ?? 15_000, keepAlive),
    drainTimeout: options.drainTimeout ?? 10_000,
  };
}
