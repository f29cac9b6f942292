import type { EntryTable } from '../../registry/entry-table.js';
import { offersPrompts, offersResources } from '../capabilities.js';
import { listEntries, type ListedEntry } from '../lists/list-entries.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `tools/list`. */
export const toolsList = listOf('tools', ({ tables }) => tables.tools);

/** `prompts/list`. */
export const promptsList = listOf('prompts', ({ tables }) => tables.prompts, offersPrompts);

/** `resources/list`. */
export const resourcesList = listOf(
  'resources',
  ({ tables }) => tables.resources?.fixed,
  offersResources,
);

/** `resources/templates/list`. */
export const resourceTemplatesList = listOf(
  'resourceTemplates',
  ({ tables }) => tables.resources?.templates,
  offersResources,
);

function listOf<Entry extends ListedEntry>(
  field: string,
  tableOf: (core: ServerCore) => EntryTable<Entry> | undefined,
  offered?: Method['offered'],
): Method {
  return {
    gated: true,
    offered,
    handle: (scope, core) => {
      const table = tableOf(core);
      return table ? listEntries({ field, table }, scope, core) : { [field]: [] };
    },
  };
}
