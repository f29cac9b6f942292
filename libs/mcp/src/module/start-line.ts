import { Inject, Injectable, Logger } from '@nestjs/common';
import { McpServer } from '../server/mcp-server.js';
import { HttpEndpoint } from '../transports/http/http-endpoint.js';
import { NestCore } from './nest-core.js';

/** Says once the application listens where this server answers, and how much it offers. */
@Injectable()
export class StartLine {
  constructor(
    @Inject(NestCore) { host }: NestCore,
    @Inject(HttpEndpoint) endpoint: HttpEndpoint,
    @Inject(McpServer) server: McpServer,
  ) {
    host.listen$.subscribe(() => {
      const paths = endpoint.paths.map((path) => path || '/');
      new Logger('Toolport').log(startLine(`POST ${paths.join(', ')}`, server));
    });
  }
}

/**
 * `POST /mcp: 6 tools, 1 resource`. It counts what lists can show; no tools are said as well, since
 * they are what a newcomer looks for.
 */
export function startLine(
  place: string,
  { tools, resources, prompts }: Pick<McpServer, 'tools' | 'resources' | 'prompts'>,
): string {
  const templates = resources.filter(({ template }) => template !== undefined);
  const fixed = resources.filter(({ template }) => template === undefined);
  const others = [
    counted(fixed, 'resource'),
    counted(templates, 'resource template'),
    counted(prompts, 'prompt'),
  ].filter((text) => !text.startsWith('0 '));
  return `${place}: ${[counted(tools, 'tool'), ...others].join(', ')}`;
}

function counted(entries: readonly { readonly visible: boolean }[], noun: string): string {
  const count = entries.filter(({ visible }) => visible).length;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
