import { SetupError } from '../errors/setup.error.js';
import { FileMessageSource } from './file-source.js';
import { loadMatcher, type LanguageMatcher } from './language-matcher.js';
import { boundedHeader, parseLanguageRanges } from './language-ranges.js';
import { canonicalTag } from './language-tag.js';
import type { McpLanguagesOptions } from './languages.options.js';
import type { McpMessageSource, MessageValues } from './message-source.js';

/** Choices that are remembered: browsers send few different headers, an attacker many. */
const REMEMBERED = 256;

/** The languages that the application speaks, and the words in them. */
export class Languages {
  /** Canonical tags, the default first. */
  readonly all: readonly string[];
  readonly descriptions: boolean;
  readonly source: McpMessageSource;
  readonly #match: LanguageMatcher;
  /** Canonical tag → the source's own spelling. */
  readonly #spelled = new Map<string, string>();
  readonly #chosen = new Map<string, string>();

  /**
   * Loads matcher and words.
   *
   * @throws SetupError where a package, a file or an option is missing
   */
  static async create(options: McpLanguagesOptions): Promise<Languages> {
    const source = sourceOf(options);
    const [match] = await Promise.all([loadMatcher(), source.load?.()]);
    return new Languages(options, source, match);
  }

  constructor(options: McpLanguagesOptions, source: McpMessageSource, match: LanguageMatcher) {
    const first = canonicalTag(options.default ?? 'en');
    if (first === undefined) throw badOption('default', `"${options.default}" is no language tag`);
    for (const tag of source.languages()) this.#spelled.set(canonicalTag(tag) ?? tag, tag);
    this.all = [...new Set([first, ...this.#spelled.keys()])];
    this.descriptions = options.descriptions ?? false;
    this.source = source;
    this.#match = match;
  }

  get default(): string {
    return this.all[0] ?? 'en';
  }

  /**
   * The language for a caller.
   *
   * @param requested in the syntax of `Accept-Language`
   * @param fallback the connection's own, asked where the request says nothing that we speak
   */
  choose(requested: string | undefined, fallback?: string): string {
    return this.#choose(boundedHeader(requested), boundedHeader(fallback));
  }

  /** Its key is kept: callers bound what it is made of, for megabytes can come before any guard. */
  #choose(requested: string | undefined, fallback: string | undefined): string {
    const key = `${requested ?? ''}\n${fallback ?? ''}`;
    const known = this.#chosen.get(key);
    if (known !== undefined) return known;
    const chosen = this.#find(requested, fallback);
    if (this.#chosen.size >= REMEMBERED) this.#chosen.clear();
    this.#chosen.set(key, chosen);
    return chosen;
  }

  /** The words of a key in this very language. */
  message(key: string, language: string, values?: MessageValues): string | undefined {
    return this.source.message(key, this.#spelled.get(language) ?? language, values);
  }

  /** All keys of a language; undefined where the source cannot tell. */
  keys(language: string): readonly string[] | undefined {
    return this.source.keys?.(this.#spelled.get(language) ?? language);
  }

  #find(requested: string | undefined, fallback: string | undefined): string {
    const { wanted, unwanted } = parseLanguageRanges(requested);
    const own = fallback === undefined ? undefined : canonicalTag(fallback);
    const allowed = this.all.filter((tag) => !unwanted.includes(tag));
    // Whoever wants none of ours still gets an answer (SEP-2792: never an error).
    const available = allowed.length > 0 ? allowed : this.all;
    const [last = this.default] = available;
    return this.#match([...wanted, ...(own === undefined ? [] : [own])], available, last);
  }
}

function sourceOf({ directory, source }: McpLanguagesOptions): McpMessageSource {
  if (source && directory !== undefined) throw badOption('source', 'stands beside "directory"');
  if (source) return source;
  if (directory !== undefined) return new FileMessageSource(directory);
  throw badOption('directory', 'is missing: nobody knows where the words are');
}

function badOption(name: string, message: string): SetupError {
  const remedy = 'see docs/i18n.md: name one directory, or one source';
  return new SetupError([
    { code: 'MCP_LANGUAGES_OPTIONS', where: `languages.${name}`, message, remedy },
  ]);
}
