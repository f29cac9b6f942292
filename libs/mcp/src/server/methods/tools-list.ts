import { listEntries } from '../lists/list-entries.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import type { Method } from './method.js';

/** `tools/list`. */
export const toolsList: Method = {
  gated: true,
  handle: (scope: RequestScope, core: ServerCore) =>
    listEntries(
      {
        field: 'tools',
        table: core.tables.tools,
        define: (entry, { dialect }) => entry.definitionFor(dialect.shape),
      },
      scope,
      core,
    ),
};
