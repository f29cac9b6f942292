/** Prompts and resources as they travel; a member that came with a later revision is optional. */
import type {
  ContentAnnotations,
  ContentBlock,
  Icon,
  ResourceContents,
  ToolDefinition,
} from './messages.js';

type Meta = ToolDefinition['_meta'];

interface ResourceBase {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly icons?: readonly Icon[];
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Meta;
}

/** One resource as `resources/list` shows it. */
export interface ResourceDefinition extends ResourceBase {
  readonly uri: string;
  /** Bytes, before any encoding. */
  readonly size?: number;
}

/** One template as `resources/templates/list` shows it. */
export interface ResourceTemplateDefinition extends ResourceBase {
  /** RFC 6570. */
  readonly uriTemplate: string;
}

/** The result of `resources/read`. */
export interface ReadResourceResult {
  readonly contents: readonly ResourceContents[];
  readonly _meta?: Meta;
}

export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** One prompt as `prompts/list` shows it. */
export interface PromptDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly Icon[];
  readonly arguments?: readonly PromptArgument[];
  readonly _meta?: Meta;
}

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock;
}

/** The result of `prompts/get`. */
export interface GetPromptResult {
  readonly description?: string;
  readonly messages: readonly PromptMessage[];
  readonly _meta?: Meta;
}
