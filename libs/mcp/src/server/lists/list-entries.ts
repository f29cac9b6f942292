import type { McpCallContext } from '../../context/call-context.js';
import type { ProtocolVersion } from '../../protocol/revisions.js';
import type { EntryTable, KeyedEntry } from '../../registry/entry-table.js';
import { endpointCall } from '../gate.js';
import type { RequestScope } from '../request-scope.js';
import { preserialise } from '../serialise-message.js';
import type { ServerCore } from '../server-core.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** An entry that a list shows. */
export interface ListedEntry extends KeyedEntry {
  readonly visible: boolean;
  /** The definition that a client of this revision gets. */
  definitionFor(version: ProtocolVersion): object;
  isListedFor?(call: McpCallContext): Promise<boolean>;
}

/** What is listed. */
export interface ListPlan<Entry extends ListedEntry> {
  /** The member of the result that holds the list. */
  readonly field: string;
  readonly table: EntryTable<Entry>;
}

/** Pages of one state of a table, with their JSON; gone when the table changes. */
const pages = new WeakMap<readonly ListedEntry[], Map<string, object>>();

/** Different callers may see different lists: past this, the oldest page is built anew. */
const PAGES_KEPT = 64;

/** The result of a list method: built and serialised once per revision, visibility and page. */
export async function listEntries<Entry extends ListedEntry>(
  plan: ListPlan<Entry>,
  scope: RequestScope,
  core: ServerCore,
): Promise<object> {
  const all = plan.table.list();
  const after = startOf(scope, core);
  const hidden = await hiddenFrom(all, scope, core);
  const key = JSON.stringify([
    plan.field,
    scope.dialect.version,
    scope.dialect.shape,
    after,
    hidden,
  ]);
  let kept = pages.get(all);
  if (!kept) pages.set(all, (kept = new Map()));
  const cached = kept.get(key);
  if (cached) return cached;
  const built = preserialise(buildPage(plan, all, hidden, after, scope, core));
  if (kept.size >= PAGES_KEPT) forgetOldest(kept);
  kept.set(key, built);
  return built;
}

function forgetOldest(kept: Map<string, object>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

/** The key after which the page begins. */
function startOf({ method, params }: RequestScope, { options }: ServerCore): string | undefined {
  if (params.cursor === undefined) return undefined;
  const after = decodeCursor(method, params.cursor);
  // Without paging no cursor was ever handed out; one that fits all the same is harmless.
  return options.pageSize === undefined ? undefined : after;
}

/** Keys of what this caller is not shown; empty for a list that is the same for everybody. */
async function hiddenFrom(
  all: readonly ListedEntry[],
  scope: RequestScope,
  core: ServerCore,
): Promise<readonly number[]> {
  if (!dependsOnCaller(all)) return [];
  const call = endpointCall(scope, scope.method, core);
  const listed = await Promise.all(
    all.map(async (entry) => (await entry.isListedFor?.(call)) ?? true),
  );
  return listed.flatMap((isListed, index) => (isListed ? [] : [index]));
}

function dependsOnCaller(all: readonly ListedEntry[]): boolean {
  return all.some((entry) => entry.isListedFor !== undefined);
}

function buildPage<Entry extends ListedEntry>(
  plan: ListPlan<Entry>,
  all: readonly Entry[],
  hidden: readonly number[],
  after: string | undefined,
  scope: RequestScope,
  core: ServerCore,
): object {
  const { table } = plan;
  const rest = all.filter(
    (entry, index) =>
      entry.visible &&
      !hidden.includes(index) &&
      (after === undefined || table.keyOf(entry) > after),
  );
  const page = rest.slice(0, core.options.pageSize);
  const last = page.at(-1);
  const more = last !== undefined && page.length < rest.length;
  const result = {
    [plan.field]: page.map((entry) => entry.definitionFor(scope.dialect.shape)),
    ...(more && { nextCursor: encodeCursor(scope.method, table.keyOf(last)) }),
  };
  const { listCache, stamp } = core;
  // What depends on the caller must never be shared (Caching); the same on every page.
  const hint = dependsOnCaller(all) ? { ...listCache, cacheScope: 'private' as const } : listCache;
  return scope.dialect.cacheable(result, hint, stamp);
}
