import type { McpCallContext } from '../context/call-context.js';
import type { MethodSource } from '../pipeline/method-source.js';
import type { CacheHint } from '../protocol/caching.js';
import type {
  ReadResourceResult,
  ResourceDefinition,
  ResourceTemplateDefinition,
} from '../protocol/definitions.js';
import type { ProtocolVersion } from '../protocol/revisions.js';
import type { UriTemplate, UriVariables } from './uri-template.js';

/** Which resource is read. */
export interface ResourceRequest {
  readonly uri: string;
  /** Empty unless the entry is a template. */
  readonly variables: UriVariables;
}

interface ResourceEntryBase {
  readonly name: string;
  /** `Class.method`, or `Module/Class.method` where two classes share a name. */
  readonly operationId: string;
  /** Where it comes from and what guards it; undefined where no method of the application does. */
  readonly source?: MethodSource;
  readonly tags: readonly string[];
  /** False: answers as unknown. */
  readonly visible: boolean;
  /** Milliseconds; overrides the server's. */
  readonly timeout?: number;
  /** OAuth scopes that reading needs. */
  readonly scopes: readonly string[];
  /** How long a client may keep what it read. @default not at all */
  readonly cache?: CacheHint;
  /**
   * Runs the whole pipeline. Rejects with an `McpError` where the operation failed (code
   * `NOT_FOUND`: there is no such resource), a `ProtocolError`, or an input request on its way.
   */
  read(request: ResourceRequest, call: McpCallContext): Promise<ReadResourceResult>;
  /** Asks what `read` asks, and reads nothing; rejects as it does. @default everybody may hear of it */
  admit?(request: ResourceRequest, call: McpCallContext): Promise<void>;
  /** Whether this caller is shown the resource; undefined: all are. */
  isListedFor?(call: McpCallContext): Promise<boolean>;
}

/** A resource with a URI of its own. */
export interface FixedResourceEntry extends ResourceEntryBase {
  readonly uri: string;
  readonly template?: undefined;
  /** The definition that a client of this revision gets. */
  definitionFor(version: ProtocolVersion, language?: string): ResourceDefinition;
}

/** Resources whose URIs a template describes. */
export interface TemplateEntry extends ResourceEntryBase {
  readonly template: UriTemplate;
  readonly uri?: undefined;
  /** The definition that a client of this revision gets. */
  definitionFor(version: ProtocolVersion, language?: string): ResourceTemplateDefinition;
}

/** A living resource: its wire definition and the finished function behind it. Frozen. */
export type ResourceEntry = FixedResourceEntry | TemplateEntry;
