import type { CacheHint } from '../protocol/caching.js';
import type { ContentAnnotations, Icon } from '../protocol/messages.js';

/** What resources and prompts may say alike. */
interface PrimitiveOptions {
  /** For people. */
  readonly title?: string;
  /** For the model. */
  readonly description?: string;
  readonly icons?: readonly Icon[];
  /** False: not listed, and answered as unknown. @default true */
  readonly visible?: boolean;
  readonly tags?: readonly string[];
  /** Milliseconds. @default the module's `timeout` */
  readonly timeout?: number;
  /** OAuth scopes that it needs. */
  readonly scopes?: readonly string[];
  /** Keys of the servers that offer it, where there are several. @default by module */
  readonly servers?: readonly string[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What `@McpResource()` may say beside the URI. */
export interface McpResourceOptions extends PrimitiveOptions {
  /** @default `{resource}_{verb}` of class and method, as a tool's */
  readonly name?: string;
  /** MIME type of what is read. @default text/plain for a string, application/json for an object */
  readonly mimeType?: string;
  /** Bytes, where that is known. */
  readonly size?: number;
  /** For whom it is, and how much it matters. */
  readonly annotations?: ContentAnnotations;
  /** How long a client may keep what it read. @default not at all */
  readonly cache?: CacheHint;
}

/** `@McpResource(uri, options)` as it was written. */
export interface ResourceDeclaration extends McpResourceOptions {
  /** A URI, or a URI template (RFC 6570). */
  readonly uri: string;
}

/** What `@McpPrompt()` may say; everything left out is derived from the method. */
export interface McpPromptOptions extends PrimitiveOptions {
  /** Words per argument, by name; a template's variables are not described to anybody. */
  readonly args?: Readonly<Record<string, string>>;
  /** @default `{resource}_{verb}` of class and method, as a tool's */
  readonly name?: string;
}

/** What `@McpComplete()` completes: one argument of a prompt or of a resource template. */
export type CompletionTarget = {
  /** Which argument. */
  readonly argument: string;
  /** Milliseconds. @default the module's `timeout` */
  readonly timeout?: number;
} & (
  | {
      /** The prompt's name. */
      readonly prompt: string;
      readonly resource?: undefined;
    }
  | {
      /** The resource's URI template. */
      readonly resource: string;
      readonly prompt?: undefined;
    }
);
