/** What placeholders of a message stand for. */
export type MessageValues = Readonly<Record<string, unknown>>;

/**
 * Where translated words come from: our own files, `nestjs-i18n`, a database, anything.
 *
 * Keys are `<operation id>.title`, `.description`, `.args.<name>`, and `errors.<CODE>`; an operation
 * id is `Class.method`, or `Module/Class.method` where two classes share a name.
 */
export interface McpMessageSource {
  /** Called once at boot, before anything else is asked. */
  load?(): Promise<void>;
  /** BCP 47 tags of the languages that there are words in. */
  languages(): readonly string[];
  /** The words of `key` in this very language; undefined where it has none. */
  message(key: string, language: string, values?: MessageValues): string | undefined;
  /** All keys of a language, held against the application at boot; leave it out where nobody knows. */
  keys?(language: string): readonly string[];
}
