import type { McpCallContext } from '../../context/call-context.js';
import { NO_CACHE, type CacheHint } from '../../protocol/caching.js';
import { META } from '../../protocol/messages.js';
import type { ProtocolVersion } from '../../protocol/revisions.js';
import type { EntryTable, KeyedEntry } from '../../registry/entry-table.js';
import { localeOf } from '../calls/call-context-of.js';
import { endpointCall } from '../gate.js';
import { languageHeaders } from '../languages/localise-failure.js';
import type { RequestScope } from '../request-scope.js';
import { preserialise } from '../serialise-message.js';
import type { ServerCore } from '../server-core.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** An entry that a list shows. */
export interface ListedEntry extends KeyedEntry {
  readonly visible: boolean;
  /** The definition that a client of this revision gets, in one of `languages`. */
  definitionFor(version: ProtocolVersion, language?: string): object;
  isListedFor?(call: McpCallContext): Promise<boolean>;
}

/** What is listed. */
export interface ListPlan<Entry extends ListedEntry> {
  /** The member of the result that holds the list. */
  readonly field: string;
  readonly table: EntryTable<Entry>;
}

/** What is known of one state of a table; gone when the table changes. */
interface KnownList {
  /** Whether different callers may be shown different entries. */
  readonly personal: boolean;
  /** Pages with their JSON, by everything that they depend on. */
  readonly pages: Map<string, object>;
}

const known = new WeakMap<readonly ListedEntry[], KnownList>();

/** Different callers may see different lists: past this, the oldest page is built anew. */
const PAGES_KEPT = 64;

/** The result of a list method: built and serialised once per revision, language, visibility and page. */
export async function listEntries<Entry extends ListedEntry>(
  plan: ListPlan<Entry>,
  scope: RequestScope,
  core: ServerCore,
): Promise<object> {
  const all = plan.table.list();
  const { personal, pages } = knownOf(all);
  const start = startOf(plan.table, all, scope, core);
  const hidden = personal ? await hiddenFrom(all, scope, core) : [];
  const language = languageOf(scope, core);
  const key = JSON.stringify([
    plan.field,
    scope.dialect.version,
    scope.dialect.shape,
    start,
    hidden,
    language,
  ]);
  const cached = pages.get(key);
  if (cached) return cached;
  const built = preserialise(buildPage(plan, all, { hidden, start, language }, scope, core));
  if (pages.size >= PAGES_KEPT) forgetOldest(pages);
  pages.set(key, built);
  return built;
}

function knownOf(all: readonly ListedEntry[]): KnownList {
  let list = known.get(all);
  if (!list) {
    list = { personal: all.some((entry) => entry.isListedFor !== undefined), pages: new Map() };
    known.set(all, list);
  }
  return list;
}

function forgetOldest(pages: Map<string, object>): void {
  const [oldest] = pages.keys();
  if (oldest !== undefined) pages.delete(oldest);
}

/** Index of the first entry that the page may show: it, and not the caller's cursor, is remembered. */
function startOf<Entry extends ListedEntry>(
  table: EntryTable<Entry>,
  all: readonly Entry[],
  { method, params }: RequestScope,
  { options }: ServerCore,
): number {
  if (params.cursor === undefined) return 0;
  const after = decodeCursor(method, params.cursor);
  // Without paging no cursor was ever handed out; one that fits all the same is harmless.
  if (options.pageSize === undefined) return 0;
  const start = all.findIndex((entry) => table.keyOf(entry) > after);
  return start === -1 ? all.length : start;
}

/** What this caller is shown, on all pages. */
export async function entriesFor<Entry extends ListedEntry>(
  table: EntryTable<Entry>,
  scope: RequestScope,
  core: ServerCore,
): Promise<readonly Entry[]> {
  const all = table.list();
  const hidden = await hiddenFrom(all, scope, core);
  return all.filter(({ visible }, index) => visible && !hidden.includes(index));
}

/** Keys of what this caller is not shown; empty for a list that is the same for everybody. */
async function hiddenFrom(
  all: readonly ListedEntry[],
  scope: RequestScope,
  core: ServerCore,
): Promise<readonly number[]> {
  const call = endpointCall(scope, scope.method, core);
  const listed = await Promise.all(
    all.map(async (entry) => (await entry.isListedFor?.(call)) ?? true),
  );
  return listed.flatMap((isListed, index) => (isListed ? [] : [index]));
}

/** What one page differs from another by, beside the revision. */
interface PageKey {
  readonly hidden: readonly number[];
  readonly start: number;
  readonly language: string | undefined;
}

function buildPage<Entry extends ListedEntry>(
  plan: ListPlan<Entry>,
  all: readonly Entry[],
  { hidden, start, language }: PageKey,
  scope: RequestScope,
  core: ServerCore,
): object {
  const { table } = plan;
  const rest = all.filter(
    (entry, index) => index >= start && entry.visible && !hidden.includes(index),
  );
  const page = rest.slice(0, core.options.pageSize);
  const last = page.at(-1);
  const more = last !== undefined && page.length < rest.length;
  const result = {
    [plan.field]: page.map((entry) => entry.definitionFor(scope.dialect.shape, language)),
    ...(more && { nextCursor: encodeCursor(scope.method, table.keyOf(last)) }),
    ...(language !== undefined && { _meta: { [META.contentLanguage]: language } }),
  };
  return scope.dialect.cacheable(result, cacheHintOf(all, core), core.stamp);
}

/** What depends on the caller must never be shared (Caching); the same on every page. */
function cacheHintOf(all: readonly ListedEntry[], { listCache, options }: ServerCore): CacheHint {
  // No cache between us and the client need look at the language: none may keep anything.
  if ((options.languages?.length ?? 0) > 1) return NO_CACHE;
  return knownOf(all).personal ? { ...listCache, cacheScope: 'private' } : listCache;
}

/** The caller's language, where there is a choice; told by HTTP's headers as well. */
function languageOf(scope: RequestScope, core: ServerCore): string | undefined {
  if (core.options.languages === undefined) return undefined;
  const language = localeOf(scope, core);
  if (language === undefined) return undefined;
  for (const [name, value] of Object.entries(languageHeaders(language))) {
    scope.setReplyHeader(name, value);
  }
  return language;
}
