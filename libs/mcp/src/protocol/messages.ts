/**
 * What MCP's messages carry, as far as more than one folder needs to know it. Shapes follow the
 * official schema files; a member that came with a later revision is optional.
 */
import type { RequestId } from './json-rpc.js';

export type JsonValue =
  string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** JSON Schema 2020-12 as data; `schema/` knows more about it. */
export type JsonSchemaObject = { readonly [keyword: string]: unknown };

/** A picture of something, for people (since 2025-11-25): `src` is an https or data URI, `sizes` like `48x48`. */
export interface Icon {
  /** `https:` or `data:`. */
  readonly src: string;
  /** Where the address does not tell it. */
  readonly mimeType?: string;
  /** `48x48`, `any`. */
  readonly sizes?: readonly string[];
  /** The background it is made for. */
  readonly theme?: 'light' | 'dark';
}

/** Who the peer says it is (`clientInfo`, `serverInfo`). */
export interface Implementation {
  /** For programs. */
  readonly name: string;
  /** As it names it: no rule holds. */
  readonly version: string;
  /** For people. */
  readonly title?: string;
  /** What it is for. */
  readonly description?: string;
  /** Where people read more. */
  readonly websiteUrl?: string;
  /** Pictures that stand for it. */
  readonly icons?: readonly Icon[];
}

/** Hints of what a tool does; a client may show them and must not trust them (2025-11-25, Tools). */
export interface ToolAnnotations {
  /** For people. */
  readonly title?: string;
  /** Changes nothing. @default false */
  readonly readOnlyHint?: boolean;
  /** May overwrite or delete. @default true */
  readonly destructiveHint?: boolean;
  /** The same call again changes nothing more. @default false */
  readonly idempotentHint?: boolean;
  /** Reaches beyond the application. @default true */
  readonly openWorldHint?: boolean;
}

/** One tool as `tools/list` shows it. */
export interface ToolDefinition {
  /** Unique on the server. */
  readonly name: string;
  /** For people. */
  readonly title?: string;
  /** For the model. */
  readonly description?: string;
  /** Shown by clients. */
  readonly icons?: readonly Icon[];
  /** Of the arguments, as the model is shown it. */
  readonly inputSchema: JsonSchemaObject;
  /** Of `structuredContent`. */
  readonly outputSchema?: JsonSchemaObject;
  /** Hints, which a client need not trust. */
  readonly annotations?: ToolAnnotations;
  /** For the client. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Hints to a client about one content item (audience, priority, age). */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 (least) to 1 (most important). */
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

interface ContentBase {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface TextContent extends ContentBase {
  readonly type: 'text';
  readonly text: string;
}
export interface ImageContent extends ContentBase {
  readonly type: 'image';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}
export interface AudioContent extends ContentBase {
  readonly type: 'audio';
  /** Base64. */
  readonly data: string;
  readonly mimeType: string;
}
export interface ResourceContents {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
export interface EmbeddedResource extends ContentBase {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}
export interface ResourceLink extends ContentBase {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly icons?: readonly Icon[];
}
/** One item of an answer. */
export type ContentBlock =
  TextContent | ImageContent | AudioContent | EmbeddedResource | ResourceLink;

/** The result of `tools/call`; a failed operation is one as well (`isError`). */
export interface CallToolResult {
  /** What the model reads. */
  readonly content: readonly ContentBlock[];
  /** An object before 2026-07-28, any JSON value from then on. */
  readonly structuredContent?: unknown;
  /** The operation failed: the model may mend its call. */
  readonly isError?: boolean;
  /** For the client, not for the model. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** `notifications/progress` (2025-11-25, Progress). */
export interface ProgressParams {
  readonly progressToken: RequestId;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Syslog severities of `notifications/message`, least severe first (RFC 5424). */
export const LOG_LEVELS = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;
/** A severity of `notifications/message`. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Keys of `_meta` that the 2026-07-28 revision reserves. */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  /** SEP-2792 (proposed). */
  acceptLanguage: 'io.modelcontextprotocol/acceptLanguage',
  contentLanguage: 'io.modelcontextprotocol/contentLanguage',
  /** Ours: `{ code, status, details? }` of a failed operation. */
  error: 'dev.toolport/error',
} as const;
