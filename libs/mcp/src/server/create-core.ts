import { newReference } from '../errors/to-rpc-error.js';
import { SetupError } from '../errors/setup.error.js';
import { NO_CACHE } from '../protocol/caching.js';
import { META } from '../protocol/messages.js';
import { tell } from '../wire/awaitable.js';
import { InProcessBus } from './bus/in-process-bus.js';
import type { McpBus } from './bus/mcp-bus.js';
import { RunningCalls } from './calls/running-calls.js';
import { ChangeHub } from './changes/change-hub.js';
import { OpenStreams } from './changes/open-streams.js';
import { KeyRing } from './keys/key-ring.js';
import type { ServerCore, ServerTables } from './server-core.js';
import type { McpServerOptions } from './server.options.js';
import { Sessions } from './sessions/sessions.js';

/** Where the options say nothing. */
const DEFAULT_MAX_IN_FLIGHT = 1000;
const DEFAULT_MAX_WAITING = 1000;
const DEFAULT_MAX_STREAMS = 10_000;

/**
 * Puts the parts of a server together.
 *
 * @throws SetupError where sessions are switched on without keys
 */
export function createCore(options: McpServerOptions, tables: ServerTables): ServerCore {
  const {
    keys = [],
    maxInFlight,
    maxWaiting,
    maxStreams,
    listCache,
    bus = new InProcessBus(),
  } = options;
  const onMasked = neverThrowing(options.onMasked);
  const onFailure = (error: unknown) => onMasked(error, newReference());
  const changes = new ChangeHub();
  return {
    options,
    tables,
    bus,
    changes,
    calls: new RunningCalls(
      maxInFlight ?? DEFAULT_MAX_IN_FLIGHT,
      maxWaiting ?? DEFAULT_MAX_WAITING,
    ),
    streams: new OpenStreams(maxStreams ?? DEFAULT_MAX_STREAMS),
    stamp: Object.freeze({ [META.serverInfo]: options.info }),
    listCache: listCache ?? NO_CACHE,
    stateKeys:
      keys.length > 0 ? new KeyRing(keys, 'request-state') : KeyRing.random('request-state'),
    sessions: options.sessions && new Sessions(options, sessionKeys(keys), bus, onFailure),
    stopWatching: watchChanges(tables, bus, changes),
    onMasked,
    onFailure,
  };
}

/** The server answers whatever happens, also where the operator's log is broken. */
function neverThrowing(report: McpServerOptions['onMasked']): ServerCore['onMasked'] {
  // What fails here finds nobody left to be told.
  return (error, reference) =>
    tell(
      () => report?.(error, reference),
      () => {},
    );
}

/** Lists that change and resources that are updated, here or on a replica, are told to who listens. */
function watchChanges(tables: ServerTables, bus: McpBus, changes: ChangeHub): () => void {
  const ends = [
    tables.tools.onChange(() => changes.announce({ list: 'tools' })),
    tables.prompts?.onChange(() => changes.announce({ list: 'prompts' })),
    tables.resources?.onChange(() => changes.announce({ list: 'resources' })),
    bus.subscribe((message) => {
      if (message.kind === 'list-changed') changes.announce({ list: message.list });
      if (message.kind === 'resource-updated') changes.announce({ uri: message.uri });
    }),
  ];
  return () => ends.forEach((end) => end?.());
}

/** Never random ones: a restart would lose every session, another replica would know none of them. */
function sessionKeys(keys: readonly string[]): KeyRing {
  if (keys.length > 0) return new KeyRing(keys, 'session');
  throw new SetupError([
    {
      code: 'MCP_SESSION_KEYS_MISSING',
      where: 'sessions',
      message: 'sessions are switched on, but there is no key to sign their ids with',
      remedy: 'Give `keys`: long random texts, the same on all replicas, the newest first.',
    },
  ]);
}
