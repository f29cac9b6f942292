import type { Greeting, McpClient, Outcome } from './mcp-client.js';
import { isJson, wordOf, type Json } from './json.js';

/** What an entry is, and how the page speaks of it. */
export const SORTS = [
  {
    sort: 'tool',
    title: 'Tools',
    method: 'tools/list',
    field: 'tools',
    key: 'name',
    offered: 'tools',
  },
  {
    sort: 'resource',
    title: 'Resources',
    method: 'resources/list',
    field: 'resources',
    key: 'uri',
    offered: 'resources',
  },
  {
    sort: 'template',
    title: 'Resource templates',
    method: 'resources/templates/list',
    field: 'resourceTemplates',
    key: 'uriTemplate',
    offered: 'resources',
  },
  {
    sort: 'prompt',
    title: 'Prompts',
    method: 'prompts/list',
    field: 'prompts',
    key: 'name',
    offered: 'prompts',
  },
] as const;

export type Sort = (typeof SORTS)[number]['sort'];

/** Something that the server offers to this caller. */
export interface Entry {
  readonly sort: Sort;
  /** Name or URI. */
  readonly key: string;
  /** As the list has it. */
  readonly definition: Json;
  /** What only the inspector is told; undefined without its token. */
  readonly origin?: Json;
}

/** All that this caller is shown. */
export interface Catalogue {
  readonly greeting: Greeting;
  readonly entries: readonly Entry[];
  /** Undefined where the server did not say; `unsaid` has its reason. */
  readonly notices?: readonly Json[];
  readonly unsaid?: string;
}

/** Asks the server for all that it offers; the outcome of the first request that was refused else. */
export async function readCatalogue(
  client: McpClient,
  token: string,
): Promise<{ readonly catalogue: Catalogue } | { readonly refusal: Outcome }> {
  const { greeting, ...opening } = await client.open();
  if (!greeting) return { refusal: opening };
  const lists = await Promise.all(
    SORTS.filter(({ offered }) => isJson(greeting.capabilities[offered])).map(async (sort) => ({
      ...sort,
      ...(await client.list(sort.method, sort.field)),
    })),
  );
  const refusal = lists.find(({ error }) => error);
  if (refusal) return { refusal };
  const inspection = await client.request('dev.toolport/inspect', { token });
  const entries = lists.flatMap(({ sort, field, key, items }) => {
    const origins = listIn(inspection.result, field);
    return items.map((definition): Entry => {
      const own = String(definition[key]);
      return {
        sort,
        key: own,
        definition,
        origin: origins.find((origin) => origin['key'] === own),
      };
    });
  });
  const told = inspection.result
    ? { notices: listIn(inspection.result, 'notices') }
    : { unsaid: wordOf(inspection.error?.['message'] ?? 'The server did not say why.') };
  return { catalogue: { greeting, entries, ...told } };
}

function listIn(result: Json | undefined, field: string): Json[] {
  const list = result?.[field];
  return Array.isArray(list) ? list.filter(isJson) : [];
}
