/** What a server may ask of a client while it serves a call. */
import type { FormSchema } from './elicitation.js';
import type { AudioContent, ImageContent, JsonValue, TextContent } from './messages.js';

/** `elicitation/create` in form mode. */
export interface FormRequestParams {
  readonly mode?: 'form';
  readonly message: string;
  readonly requestedSchema: FormSchema;
}

/** `elicitation/create` in URL mode (since 2025-11-25): secrets go to a page, never through the client. */
export interface UrlRequestParams {
  readonly mode: 'url';
  readonly message: string;
  readonly url: string;
}

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

export interface SamplingResult {
  readonly role: 'user' | 'assistant';
  readonly content: SamplingContent | readonly SamplingContent[];
  readonly model: string;
  readonly stopReason?: string;
}

/** One of the client's roots. */
export interface Root {
  /** `file://` for now. */
  readonly uri: string;
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
