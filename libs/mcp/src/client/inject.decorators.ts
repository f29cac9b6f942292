import { Inject, Scope, type FactoryProvider } from '@nestjs/common';
import { INQUIRER } from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';
import type { ToolFilter } from '../registry/tool-filter.js';
import { ToolRegistry } from '../registry/tool-registry.js';
import { McpManager } from './mcp-manager.js';
import type { RemoteServer } from './remote-server.js';
import { ToolSet } from './tool-set.js';

/** Injection token of the registry that the servers' tools go into. */
export const CLIENT_REGISTRY = Symbol.for('toolport.client-registry');

/**
 * What the decorators below ask for. Filled while classes are loaded, read when Nest scans the
 * module, which is later; one list for the process, as there is one set of classes.
 */
export const REQUESTED_PROVIDERS: FactoryProvider[] = [];
export const REQUESTED_TOKENS: symbol[] = [];

/**
 * Injects all tools, local and remote, or those that a filter lets through: a live `ToolSet`.
 *
 * @example constructor(@InjectTools({ origin: 'github' }) private readonly tools: ToolSet) {}
 */
export function InjectTools(filter?: ToolFilter): PropertyDecorator & ParameterDecorator {
  return Inject(
    request('tools', {
      useFactory: (registry: ToolRegistry) => new ToolSet(registry, filter),
      inject: [CLIENT_REGISTRY],
    }),
  );
}

/**
 * Injects a configured server, whatever the state of its connection: a `RemoteServer`.
 *
 * @example constructor(@InjectMcpClient('github') private readonly github: RemoteServer) {}
 */
export function InjectMcpClient(name: string): PropertyDecorator & ParameterDecorator {
  return Inject(
    request(`server ${name}`, {
      // Made for whoever asks, and only then: a name that no class of this application asks for
      // need not be configured in it.
      scope: Scope.TRANSIENT,
      useFactory: (manager: McpManager, inquirer: object) => serverFor(manager, name, inquirer),
      inject: [McpManager, INQUIRER],
    }),
  );
}

function request(what: string, provider: Omit<FactoryProvider, 'provide'>): symbol {
  const token = Symbol(`toolport.${what}`);
  REQUESTED_PROVIDERS.push({ provide: token, ...provider });
  REQUESTED_TOKENS.push(token);
  return token;
}

function serverFor(manager: McpManager, name: string, inquirer: object | undefined): RemoteServer {
  try {
    return manager.server(name);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    const where = `${inquirer?.constructor.name ?? 'a class'}: @InjectMcpClient('${name}')`;
    throw new SetupError(error.problems.map((problem) => ({ ...problem, where })));
  }
}
