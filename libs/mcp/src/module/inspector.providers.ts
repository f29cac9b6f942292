import { Server as TlsServer } from 'node:tls';
import type { Server } from 'node:net';
import { Logger, type Provider } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import { Inspector, PAGE_NAME } from '../inspector/inspector.js';
import type { InspectorPage } from '../inspector/inspector-page.js';
import { HttpEndpoint } from '../transports/http/http-endpoint.js';
import { endpointSettings } from '../transports/http/http.options.js';
import { OriginGuard } from '../transports/http/origin.guard.js';
import type { McpModuleOptions } from './mcp.options.js';
import { NestCore } from './nest-core.js';
import { RESOURCE_SERVER } from './oauth.providers.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Injection token of the inspector; its value is undefined where it is off. */
export const INSPECTOR = Symbol.for('toolport.inspector');

/** Injection token of the inspector's page; its value is undefined where it is off. */
export const INSPECTOR_PAGE = Symbol.for('toolport.inspector-page');

/** What `inspector` adds to the module. */
export const INSPECTOR_PROVIDERS: Provider[] = [
  {
    provide: INSPECTOR,
    useFactory: ({ inspector }: McpModuleOptions) => (inspector ? new Inspector() : undefined),
    // The resource server's factory has judged the options by then.
    inject: [MCP_MODULE_OPTIONS, RESOURCE_SERVER],
  },
  {
    provide: INSPECTOR_PAGE,
    useFactory: pageOf,
    inject: [INSPECTOR, MCP_MODULE_OPTIONS, HttpEndpoint, NestCore],
  },
];

async function pageOf(
  inspector: Inspector | undefined,
  options: McpModuleOptions,
  endpoint: HttpEndpoint,
  { host }: NestCore,
): Promise<InspectorPage | undefined> {
  if (!inspector) return undefined;
  announce(inspector, endpoint, host);
  // Only here: nobody else shall carry the page in memory.
  const { InspectorPage } = await import('../inspector/inspector-page.js');
  return new InspectorPage(host, new OriginGuard(endpointSettings(options)), () => endpoint.paths);
}

function announce(inspector: Inspector, endpoint: HttpEndpoint, host: HttpAdapterHost): void {
  host.listen$.subscribe(() => {
    const origin = originOf(host);
    const [path] = endpoint.paths;
    if (origin === undefined || path === undefined) return;
    // Behind the "#" the token reaches no server, and so no access log.
    new Logger('Toolport').log(`Inspector: ${origin}${path}${PAGE_NAME}#${inspector.token}`);
  });
}

/** Where a browser on this machine reaches the application; undefined for a pipe. */
function originOf({ httpAdapter }: HttpAdapterHost): string | undefined {
  const server: Server = httpAdapter.getHttpServer();
  const bound = server.address();
  if (typeof bound !== 'object' || bound === null) return undefined;
  const scheme = server instanceof TlsServer ? 'https' : 'http';
  const host = bound.address === '127.0.0.1' ? bound.address : 'localhost';
  return `${scheme}://${host}:${bound.port}`;
}
