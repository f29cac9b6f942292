import type { EntryTable } from '../../registry/entry-table.js';
import { entriesFor, type ListedEntry } from '../lists/list-entries.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/**
 * `dev.toolport/inspect`: where entries come from and what guards them, for the inspector page. Not of
 * the protocol. It opens nothing: whoever asks has passed the guards of the endpoint, as for a list,
 * holds the inspector's token, and is told of nothing that the lists do not show.
 */
export const inspect: Method = {
  gated: true,
  offered: ({ options }, { context }) =>
    options.inspector !== undefined && context.transport === 'http',
  handle,
};

/** An entry as far as its origin matters. */
interface InspectedEntry extends ListedEntry {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly scopes: readonly string[];
  readonly timeout?: number;
  readonly source?: object;
}

async function handle(scope: RequestScope, core: ServerCore): Promise<object> {
  const { inspector } = core.options;
  // `offered` has seen to it; should that ever change, nothing is told.
  if (!inspector) return {};
  inspector.admit(scope.params.token, scope.context);
  const { tools, prompts, resources } = core.tables;
  const hidden = new Set<string>();
  const originsIn = async <Entry extends InspectedEntry>(table: EntryTable<Entry> | undefined) =>
    table ? originsOf(table, hidden, scope, core) : [];
  const result = {
    tools: await originsIn(tools),
    prompts: await originsIn(prompts),
    resources: await originsIn(resources?.fixed),
    resourceTemplates: await originsIn(resources?.templates),
  };
  // What the boot says of an entry tells that there is one.
  const notices = inspector
    .notices()
    .filter(({ where }) => ![...hidden].some((id) => where.includes(id)));
  return scope.dialect.complete({ ...result, notices }, core.stamp);
}

/** By key, what is known of each entry that the caller is shown; notes the others in `hidden`. */
async function originsOf<Entry extends InspectedEntry>(
  table: EntryTable<Entry>,
  hidden: Set<string>,
  scope: RequestScope,
  core: ServerCore,
): Promise<readonly object[]> {
  const shown = await entriesFor(table, scope, core);
  for (const entry of table.list()) if (!shown.includes(entry)) hidden.add(entry.operationId);
  return shown.map((entry) => {
    const { operationId, tags, scopes, timeout, source } = entry;
    return { key: table.keyOf(entry), operationId, tags, scopes, timeout, ...source };
  });
}
