import { Logger } from '@nestjs/common';
import type { ResourceServer } from '../auth/resource-server.js';
import { failureWords } from '../i18n/failure-words.js';
import type { Languages } from '../i18n/languages.js';
import type { InspectorPolicy, McpServerOptions } from '../server/server.options.js';
import type { ServerTables } from '../server/server-core.js';
import { McpServer } from '../server/mcp-server.js';
import { credentialHeaders, type McpModuleOptions } from './mcp.options.js';
import type { McpRuntime } from './mcp.runtime.js';
import { announcedInfo } from './package-info.js';
import { signingKeys } from './session-keys.js';

/** The protocol server of a module. */
export function serverOf(
  options: McpModuleOptions,
  runtime: McpRuntime,
  tables: ServerTables,
  resourceServer?: ResourceServer,
  languages?: Languages,
  inspector?: InspectorPolicy,
): McpServer {
  const logger = new Logger('Toolport');
  const { title, websiteUrl, icons, instructions } = options;
  return new McpServer(
    {
      info: {
        ...announcedInfo(options),
        ...(title === undefined ? {} : { title }),
        ...(websiteUrl === undefined ? {} : { websiteUrl }),
        ...(icons === undefined ? {} : { icons }),
      },
      instructions,
      maxInFlight: options.maxInFlight,
      maxWaiting: options.maxWaiting,
      timeout: options.timeout,
      maxTimeout: options.maxTimeout,
      pageSize: options.pageSize,
      listCache: options.listCache,
      extensions: options.extensions,
      keys: signingKeys(options.sessions, logger),
      sessions: options.sessions,
      bus: options.bus,
      maxStreams: options.maxStreams,
      requestStateTtl: options.requestStateTtl,
      singleUse: options.singleUse,
      principalOf: options.principalOf,
      ...(resourceServer && {
        authenticate: (context) => resourceServer.authenticate(context),
      }),
      ...(languages && languageOptions(languages)),
      gate: (call, message) => runtime.gate(call, message),
      credentialHeaders: credentialHeaders(options),
      inspector,
      onMasked: (error, reference) => logger.error(`ref ${reference}`, error),
    },
    tables,
  );
}

function languageOptions(
  languages: Languages,
): Pick<McpServerOptions, 'languages' | 'localeOf' | 'failureWords'> {
  return {
    languages: languages.all,
    localeOf: (requested, fallback) => languages.choose(requested, fallback),
    failureWords: (failure, language) => failureWords(failure, language, languages),
  };
}
