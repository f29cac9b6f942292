/** What a server may ask of a client while it serves a call. */
import type { FormSchema } from './elicitation.js';
import type { AudioContent, ImageContent, JsonValue, TextContent } from './messages.js';

/** `elicitation/create` in form mode. */
export interface FormRequestParams {
  /** A form is what is meant where nothing is said. */
  readonly mode?: 'form';
  /** The question, for a person. */
  readonly message: string;
  /** The fields to fill in. */
  readonly requestedSchema: FormSchema;
}

/** `elicitation/create` in URL mode (since 2025-11-25): secrets go to a page, never through the client. */
export interface UrlRequestParams {
  /** Says that it is a page. */
  readonly mode: 'url';
  /** What the page is for, for a person. */
  readonly message: string;
  /** Of the page. */
  readonly url: string;
}

/** A piece of what a model reads or writes. */
export type SamplingContent = TextContent | ImageContent | AudioContent | SamplingToolContent;

/** A tool's use or result within sampling (since 2025-11-25). */
export interface SamplingToolContent {
  readonly type: 'tool_use' | 'tool_result';
  readonly [member: string]: unknown;
}

export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
}

/** `sampling/createMessage`. */
export interface SamplingParams {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly modelPreferences?: { readonly [preference: string]: JsonValue };
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly metadata?: { readonly [key: string]: JsonValue };
  readonly tools?: readonly object[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
}

/** What the client's model wrote. */
export interface SamplingResult {
  /** Who speaks: as a rule the assistant. */
  readonly role: 'user' | 'assistant';
  /** What was written. */
  readonly content: SamplingContent | readonly SamplingContent[];
  /** As the client names it. */
  readonly model: string;
  /** E.g. `endTurn`, `maxTokens`. */
  readonly stopReason?: string;
}

/** One of the client's roots. */
export interface Root {
  /** `file://` for now. */
  readonly uri: string;
  /** For a person. */
  readonly name?: string;
}

/** A question to the client: `params` as they go out. */
export type InputRequest =
  | {
      readonly method: 'elicitation/create';
      readonly params: FormRequestParams | UrlRequestParams;
    }
  | { readonly method: 'sampling/createMessage'; readonly params: SamplingParams }
  | { readonly method: 'roots/list'; readonly params?: undefined };
