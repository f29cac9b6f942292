import { isMcpError } from '../../errors/mcp.error.js';
import { offersPrompts, offersResources } from '../capabilities.js';
import type { ChangedList } from '../bus/mcp-bus.js';
import { invalidParams } from '../params.js';
import type { RequestScope } from '../request-scope.js';
import type { ServerCore } from '../server-core.js';
import { admitListener } from './admit-listener.js';
import type { Change, ChangeFilter } from './change-stream.js';

/** URIs of one request: bounds what a stream may keep for a slow reader. */
const MOST_URIS = 1000;
/** Characters of a URI that is remembered for long: a template would match one of megabytes. */
const LONGEST_URI = 2048;

/** What a client asked to hear, as far as the server honours it (Subscriptions, Notification Filter). */
export interface HonouredNotifications {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
}

/** The filter of one `subscriptions/listen`. */
export class ListenFilter implements ChangeFilter {
  readonly #lists: ReadonlySet<ChangedList>;
  readonly #uris: ReadonlySet<string>;

  private constructor(readonly honoured: HonouredNotifications) {
    const lists: ChangedList[] = [];
    if (honoured.toolsListChanged) lists.push('tools');
    if (honoured.promptsListChanged) lists.push('prompts');
    if (honoured.resourcesListChanged) lists.push('resources');
    this.#lists = new Set(lists);
    this.#uris = new Set(honoured.resourceSubscriptions);
  }

  /** @throws ProtocolError `MCP_INVALID_PARAMS` where what is asked for is malformed */
  static async of(
    asked: Readonly<Record<string, unknown>>,
    scope: RequestScope,
    core: ServerCore,
  ): Promise<ListenFilter> {
    const uris = await knownUris(asked.resourceSubscriptions, scope, core);
    return new ListenFilter({
      ...(wants(asked, 'toolsListChanged') && { toolsListChanged: true }),
      ...(wants(asked, 'promptsListChanged') &&
        offersPrompts(core) && { promptsListChanged: true }),
      ...(wants(asked, 'resourcesListChanged') &&
        offersResources(core) && { resourcesListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    });
  }

  hears(change: Change): boolean {
    return 'uri' in change ? this.#uris.has(change.uri) : this.#lists.has(change.list);
  }
}

function wants(asked: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = asked[name];
  if (value === undefined || typeof value === 'boolean') return value === true;
  throw invalidParams(`"params.notifications.${name}" must be a boolean`);
}

async function knownUris(
  asked: unknown,
  scope: RequestScope,
  core: ServerCore,
): Promise<readonly string[]> {
  if (asked === undefined) return [];
  if (!Array.isArray(asked) || asked.length > MOST_URIS || !asked.every(isString)) {
    const name = 'params.notifications.resourceSubscriptions';
    throw invalidParams(`"${name}" must be an array of at most ${MOST_URIS} strings`);
  }
  asked.forEach(assertSubscribable);
  const heard: string[] = [];
  // One after the other: a single request must not run the guards of a thousand resources at once.
  for (const uri of new Set(asked)) {
    if (await mayHear(uri, scope, core)) heard.push(uri);
  }
  return heard;
}

/** What is refused is left out of what the server honours, as what does not exist is. */
async function mayHear(uri: string, scope: RequestScope, core: ServerCore): Promise<boolean> {
  try {
    await admitListener(uri, scope, core);
    return true;
  } catch (error) {
    // A refusal is an answer; that nothing could be asked is none.
    if (!isMcpError(error) || error.status === 503) throw error;
    return false;
  }
}

/** @throws ProtocolError `MCP_INVALID_PARAMS` where a URI is too long to be kept */
export function assertSubscribable(uri: string): void {
  if (uri.length <= LONGEST_URI) return;
  throw invalidParams(`A URI to subscribe to may have ${LONGEST_URI} characters`);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
