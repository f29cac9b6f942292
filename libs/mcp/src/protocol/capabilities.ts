/** What a client says it can do (`initialize`, or `_meta` of each request from 2026-07-28 on). */
export type ClientCapabilities = Readonly<Record<string, unknown>>;

/** Settings of extensions by their identifier, e.g. `io.modelcontextprotocol/ui` (SEP-2133). */
export type Extensions = Readonly<Record<string, object>>;

/** What the server says it can do. */
export interface ServerCapabilities {
  readonly tools?: { readonly listChanged?: boolean };
  readonly resources?: { readonly listChanged?: boolean; readonly subscribe?: boolean };
  readonly prompts?: { readonly listChanged?: boolean };
  readonly completions?: object;
  readonly logging?: object;
  readonly extensions?: Extensions;
}
