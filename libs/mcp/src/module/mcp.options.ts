import type { CanActivate, Type } from '@nestjs/common';
import { CREDENTIAL_HEADERS } from '../context/credential-headers.js';
import type { McpLanguagesOptions } from '../i18n/languages.options.js';
import type { McpInspectorOptions } from '../inspector/inspector.options.js';
import type { McpOAuthOptions } from '../auth/oauth.options.js';
import type { CacheHint } from '../protocol/caching.js';
import type { Extensions } from '../protocol/capabilities.js';
import type { Icon } from '../protocol/messages.js';
import type { SchemaProfile } from '../schema/json-schema.js';
import type { McpBus } from '../server/bus/mcp-bus.js';
import type { McpServerOptions, SingleUse } from '../server/server.options.js';
import type { McpAuditHandler } from '../telemetry/audit-event.js';

/** What the HTTP endpoint accepts. */
export interface McpHttpOptions {
  /** Bytes of one request's body; past it, 413. @default 4194304 (4 MiB) */
  readonly bodyLimit?: number;
  /** Nesting of the JSON in a body; stops stack and hash attacks. @default 64 */
  readonly maxDepth?: number;
  /** Web origins that may call from a browser, beside loopback and `publicUrl`'s; stops DNS rebinding. */
  readonly allowedOrigins?: readonly string[];
  /** `Host` values that are served, beside loopback and `publicUrl`'s; `['*']` where a proxy checks. */
  readonly allowedHosts?: readonly string[];
  /** Milliseconds that a body may take to arrive; stops slow senders from piling up. @default 30000 */
  readonly bodyTimeout?: number;
  /** Answers CORS preflights of allowed origins, where the app does not. @default false */
  readonly cors?: boolean;
}

/** Who is told of calls, and of what not. */
export interface McpAuditOptions {
  /** Told of each call when it has ended, `async` or not; what it throws is logged. */
  readonly handler: McpAuditHandler;
  /** Argument names that are secret beside those that look it (password, token, …). */
  readonly redact?: readonly string[];
}

/** Which tools, resources and prompts a server offers, where an application has several servers. */
export interface McpServeOptions {
  /** Only what these modules hold. */
  readonly modules?: readonly Type[];
  /** Only what bears one of these tags. */
  readonly tags?: readonly string[];
}

/** Sessions of the handshake era over HTTP (docs/scaling.md). */
export interface McpSessionOptions {
  /**
   * Secrets of at least 32 characters that sign session ids, the newest first; every replica has the
   * same. @default `TOOLPORT_SESSION_KEYS` (comma-separated); random in development
   */
  readonly keys?: readonly string[];
  /** Milliseconds. @default 604800000 (7 days) */
  readonly ttl?: number;
  /** Several processes serve them: without a shared `bus`, DELETE is then not served. @default false */
  readonly replicas?: boolean;
}

/** `McpModule.forRoot(options)`. Whatever opens something is off by default. */
export interface McpModuleOptions {
  /** Name of the server. @default `name` of the application's package.json */
  readonly name?: string;
  /** @default `version` of the application's package.json */
  readonly version?: string;
  /** For people. @default the name */
  readonly title?: string;
  /** Shown by clients. @default none */
  readonly websiteUrl?: string;
  /** Shown by clients. @default none */
  readonly icons?: readonly Icon[];
  /** How a model should use the server as a whole. @default none */
  readonly instructions?: string;
  /**
   * What this server offers, where there are several; `servers` on a decorator beats it.
   * @default everything that no decorator gives to another server
   */
  readonly serve?: McpServeOptions;
  /** Where the endpoint answers, under the global prefix. @default '/mcp' */
  readonly path?: string;
  /** @default false */
  readonly ignoreGlobalPrefix?: boolean;
  /** The address that clients use, where a proxy terminates TLS: `https://api.example.com/mcp`. */
  readonly publicUrl?: string;
  /** Body limit, origins, time limits of streams. */
  readonly http?: McpHttpOptions;
  /** Tool names by operation id: `{ 'OrdersController.create': 'place_order' }`. */
  readonly tools?: Readonly<Record<string, string>>;
  /** Metadata of the endpoint's class, e.g. `[Public()]`; global guards read it. */
  readonly decorators?: readonly ClassDecorator[];
  /** Guards of the endpoint, beside the global ones. */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /** Which subset of JSON Schema the model is shown. @default 'portable' */
  readonly schemaProfile?: SchemaProfile;
  /** `guarded`: list only what the caller's `@McpListGuard()` guards let through. @default 'all' */
  readonly visibility?: 'all' | 'guarded';
  /** What to do about middleware bound to a tool's own route. @default a boot fault that asks */
  readonly routeMiddleware?: 'run' | 'skip';
  /**
   * Guards that are asked about the credentials of every message that carries some, lists included:
   * whoever comes with a wrong key sees nothing. @default none
   */
  readonly authenticate?: readonly (Type<CanActivate> | CanActivate)[];
  /** Titles and messages in the caller's language. @default as they stand in the code */
  readonly languages?: McpLanguagesOptions;
  /** Makes the application an OAuth 2.1 resource server. @default off */
  readonly oauth?: McpOAuthOptions;
  /**
   * Serves a page at `<path>/inspector` on which people try the tools (docs/inspector.md): on this
   * machine, with the token that is logged at start, behind the same guards. @default false
   */
  readonly inspector?: boolean | McpInspectorOptions;
  /**
   * Told of each tool call once, when it is over: a function, or one with further argument names
   * whose values must not be told. @default nobody
   */
  readonly audit?: McpAuditHandler | McpAuditOptions;
  /** Request headers that count as credentials. @default authorization, x-api-key, cookie */
  readonly credentialHeaders?: readonly string[];
  /** Sessions of the handshake era over HTTP. @default off: every POST stands alone */
  readonly sessions?: McpSessionOptions;
  /** How replicas hear of each other, e.g. `nest-toolport/redis`. @default within this process */
  readonly bus?: McpBus;
  /** Streams (`subscriptions/listen`, GET) at once; past it, 503. @default 10000 */
  readonly maxStreams?: number;
  /** Milliseconds that a caller has to answer a question. @default 900000 (15 minutes) */
  readonly requestStateTtl?: number;
  /** Makes an answer good for one retry alone; needs a store that all replicas share. */
  readonly singleUse?: SingleUse;
  /**
   * Who a caller is, for what is bound to one person; say it where an id is unique within a tenant
   * only. @default by the usual ids and tenants of `request.user`, else credentials
   */
  readonly principalOf?: McpServerOptions['principalOf'];
  /** How long clients may keep lists. @default { ttlMs: 0, cacheScope: 'private' } */
  readonly listCache?: CacheHint;
  /** Protocol extensions that the application serves, by identifier. @default none */
  readonly extensions?: Extensions;
  /** Entries of one page of a list. @default lists are not paged */
  readonly pageSize?: number;
  /** Calls at once; past it, 503. @default 1000 */
  readonly maxInFlight?: number;
  /** Calls that wait for an answer of their callers, a tenth of them for one peer; past it, 503. @default 1000 */
  readonly maxWaiting?: number;
  /** Milliseconds that a call may take. @default none */
  readonly timeout?: number;
  /** Upper bound of any call's time, milliseconds. @default none */
  readonly maxTimeout?: number;
  /** Bytes of one result; past it, an error result `RESULT_TOO_LARGE`. @default 4194304 (4 MiB) */
  readonly resultLimit?: number;
  /** Milliseconds that running calls have at shutdown. @default 10000 */
  readonly drainTimeout?: number;
  /** Milliseconds between comments on an open stream. @default 25000 */
  readonly keepAlive?: number;
  /** Milliseconds after which a silent call turns into a stream. @default 15000 */
  readonly streamAfter?: number;
  /** Messages that may wait for a slow reader of a channel such as stdio. @default 256 */
  readonly queueSize?: number;
}

/** The values that hold where the user said nothing. */
export const DEFAULTS = {
  path: '/mcp',
  schemaProfile: 'portable',
  visibility: 'all',
  credentialHeaders: CREDENTIAL_HEADERS,
  drainTimeout: 10_000,
} as const;

/** The headers that count as credentials, in lower case as requests have them, however they were named. */
export function credentialHeaders({
  credentialHeaders: names = DEFAULTS.credentialHeaders,
}: McpModuleOptions): string[] {
  return names.map((name) => name.toLowerCase());
}
