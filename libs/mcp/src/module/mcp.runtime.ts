import {
  Inject,
  Injectable,
  Logger,
  type CanActivate,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { ResourceServer } from '../auth/resource-server.js';
import { requestOf } from '../auth/scoped-entry.js';
import type { McpCallContext } from '../context/call-context.js';
import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { MethodExplorer } from '../discovery/method.explorer.js';
import { BootReport } from '../errors/boot-report.js';
import { ProtocolError } from '../errors/protocol.error.js';
import type { Inspector } from '../inspector/inspector.js';
import type { Languages } from '../i18n/languages.js';
import { challengeOf } from '../protocol/challenge.js';
import { InvokerFactory } from '../pipeline/invoker.factory.js';
import type { AnswerOptions } from '../pipeline/compiled-method.js';
import { McpEndpoint } from '../pipeline/endpoint.js';
import type { Gate } from '../pipeline/endpoint-gate.js';
import type { GeneratedHome } from '../pipeline/generated-method.js';
import { DEFAULT_RESULT_LIMIT } from '../pipeline/result-limit.js';
import { guardInstance } from '../registry/guard-instance.nest.js';
import { DynamicTools } from '../tools/dynamic-tools.js';
import type { ToolEntry } from '../tools/tool-entry.js';
import { ToolTable } from '../tools/tool-table.js';
import { ToolRegistrar } from '../tools/tool.registrar.js';
import { countLine, noticeLines } from './boot-notices.js';
import { checkDecorators } from './decorator-options.js';
import { INSPECTOR } from './inspector.providers.js';
import { checkWords, LANGUAGES } from './language.providers.js';
import { credentialHeaders, DEFAULTS, type McpModuleOptions } from './mcp.options.js';
import { NestCore } from './nest-core.js';
import { RESOURCE_SERVER, uncheckedScopes } from './oauth.providers.js';
import { Primitives } from './primitives.js';
import { offeredMethods, type AssignableOptions } from './offered-methods.js';
import { readTools, takenAtRunTime } from './read-tools.js';
import { MCP_MODULE_OPTIONS, MCP_SERVER_KEY } from './tokens.js';

/** Fills the tables at boot: explore → name → compile → register, with one report of all faults. */
@Injectable()
export class McpRuntime implements OnApplicationBootstrap {
  readonly #logger = new Logger('Toolport');
  /** Names that came from the boot; others were added at run time and stay. */
  #registered: readonly string[] = [];
  #gate?: Gate;
  #endpointGuards: readonly CanActivate[] = [];
  #dynamic?: DynamicTools;

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: McpModuleOptions,
    @Inject(ToolTable) private readonly tools: ToolTable,
    @Inject(NestCore) private readonly core: NestCore,
    @Inject(InvokerFactory) private readonly invokers: InvokerFactory,
    @Inject(Primitives) private readonly primitives: Primitives,
    @Inject(MCP_SERVER_KEY) private readonly serverKey: string,
    @Inject(RESOURCE_SERVER) private readonly resourceServer: ResourceServer | undefined,
    @Inject(LANGUAGES) private readonly languages: Languages | undefined,
    @Inject(INSPECTOR) private readonly inspector: Inspector | undefined,
  ) {}

  /** After every `onModuleInit`: global enhancers of `main.ts` are known by then. */
  onApplicationBootstrap(): Promise<void> {
    return this.boot();
  }

  /**
   * Builds the table anew from what the application is now.
   *
   * @throws SetupError with every fault of the table; what is served stays as it was
   */
  async boot(): Promise<void> {
    await bootAll([this]);
  }

  /** What has to be waited for: the guards that stand in every chain, and those of the gate. */
  async resolveGuards(): Promise<void> {
    // Before anything is compiled.
    await this.#authenticate();
    const { guards = [] } = this.options;
    this.#endpointGuards = await Promise.all(
      guards.map((guard) => guardInstance(guard, this.core.moduleRef)),
    );
  }

  /**
   * Works out what there is to serve.
   *
   * @returns what serves it, in place of what the last boot did
   * @throws SetupError with every fault
   */
  prepare(): () => void {
    const report = new BootReport();
    const explorer = new MethodExplorer(this.core.modules);
    const all = explorer.explore<McpToolOptions>(readTools);
    checkDecorators('McpTool', all, report);
    const entries = this.#registrar().register(this.#offered(all), report);
    for (const { name, operationId } of entries) {
      if (this.#dynamic?.has(name)) report.fault(takenAtRunTime(name, operationId));
    }
    const primitives = this.primitives.prepare(
      explorer,
      (methods) => this.#offered(methods),
      this.#answers(),
      report,
    );
    const offered = [...entries, ...primitives.entries];
    for (const problem of uncheckedScopes(offered, this.options)) report.fault(problem);
    if (this.languages) checkWords(this.languages, offered, all, report);
    const serveAdded = report.collect(() => this.#dynamic?.prepare());
    report.throwIfFaulty();
    const gate = this.#compileGate();
    return () => {
      this.#gate = gate;
      primitives.serve();
      this.#serveTools(entries, serveAdded);
      this.#notify(entries.length, report);
    };
  }

  /** In one go: whoever listens must not see a table without tools in between. */
  #serveTools(entries: readonly ToolEntry[], serveAdded?: () => void): void {
    this.tools.together(() => {
      for (const name of this.#registered) this.tools.remove(name);
      for (const entry of entries) this.tools.add(entry);
      serveAdded?.();
    });
    this.#registered = entries.map(({ name }) => name);
  }

  #notify(count: number, { notices }: BootReport): void {
    this.inspector?.report(notices);
    const counted = countLine(count);
    for (const line of [...noticeLines(notices), ...(counted ? [counted] : [])]) {
      this.#logger.warn(line);
    }
  }

  #offered<Options extends AssignableOptions>(methods: readonly DiscoveredMethod<Options>[]) {
    return offeredMethods(methods, this.serverKey, this.options.serve);
  }

  /** What adds and removes tools at run time. */
  dynamicTools(): DynamicTools {
    this.#dynamic ??= new DynamicTools(this.tools, this.invokers, this.#home(), this.#answers());
    return this.#dynamic;
  }

  /**
   * The guard of every message that is not a call (DESIGN §2.4).
   *
   * @throws ProtocolError 401, 403, or 503 before the application has booted
   */
  gate(call: McpCallContext, message: object): Promise<void> {
    if (this.#gate) return this.#gate(call, message);
    return Promise.reject(new ProtocolError('MCP_SHUTTING_DOWN', 'The server is still starting'));
  }

  async #authenticate(): Promise<void> {
    const { authenticate } = this.options;
    if (!authenticate) return;
    const guards = await Promise.all(
      authenticate.map(async (given) => {
        return {
          guard: await guardInstance(given, this.core.moduleRef),
          byClass: typeof given === 'function',
        };
      }),
    );
    this.invokers.authenticateWith({
      guards,
      credentialHeaders: credentialHeaders(this.options),
    });
  }

  readonly #challenge = (call: McpCallContext, scopes?: readonly string[]): string =>
    this.resourceServer?.challengeFor(requestOf(call), scopes) ??
    challengeOf({ scopes, ...(scopes && { error: 'insufficient_scope' }) });

  #compileGate(): Gate {
    const { path = DEFAULTS.path, decorators } = this.options;
    const { host, moduleKey } = this.#home();
    const wrapper = host.providers.get(McpEndpoint);
    if (!wrapper) throw new Error('McpEndpoint is not a provider of the module');
    return this.invokers.createGate(
      { wrapper, host, moduleKey },
      {
        path,
        decorators,
        guards: this.#endpointGuards,
        challenge: this.#challenge,
      },
    );
  }

  #registrar(): ToolRegistrar {
    return new ToolRegistrar(this.invokers, {
      ...this.#answers(),
      names: this.options.tools ?? {},
      profile: this.options.schemaProfile ?? DEFAULTS.schemaProfile,
      visibility: this.options.visibility ?? DEFAULTS.visibility,
      routeMiddleware: this.options.routeMiddleware,
    });
  }

  #answers(): AnswerOptions {
    const { resourceServer } = this;
    return {
      oauth: resourceServer !== undefined,
      challenge: this.#challenge,
      resultLimit: this.options.resultLimit ?? DEFAULT_RESULT_LIMIT,
      credentialHeaders: credentialHeaders(this.options),
      onMasked: (error: unknown, reference: string) =>
        this.#logger.error(`ref ${reference}`, error),
    };
  }

  #home(): GeneratedHome {
    for (const [moduleKey, host] of this.core.modules) {
      if (host.providers.get(McpRuntime)?.instance === this) return { host, moduleKey };
    }
    throw new Error('McpRuntime is not a provider of any module');
  }
}

/**
 * Boots the servers of an application: all of them, or, where one has a fault, none.
 *
 * @throws SetupError with every fault of the first that has one
 */
export async function bootAll(runtimes: readonly McpRuntime[]): Promise<void> {
  await Promise.all(runtimes.map((runtime) => runtime.resolveGuards()));
  const prepared = runtimes.map((runtime) => runtime.prepare());
  for (const serve of prepared) serve();
}
