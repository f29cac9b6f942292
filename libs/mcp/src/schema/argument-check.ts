/** One thing that is wrong with the arguments. */
export interface ArgumentIssue {
  /** Where, in the caller's words: `items[2].sku`; empty for the whole. */
  readonly path: string;
  /** What was expected, without the path: `must be an integer`. */
  readonly message: string;
}

/** The enforced schema as a function; compiled on the first call, never per request. */
export interface ArgumentCheck {
  /** Decodes strings that hold JSON where the schema wants an array or object; never mutates. */
  decode(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** All issues of already decoded arguments; undefined when there are none. */
  check(args: Readonly<Record<string, unknown>>): readonly ArgumentIssue[] | undefined;
}
