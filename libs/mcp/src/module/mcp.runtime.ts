import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { McpToolOptions } from '../decorators/tool.options.js';
import { MethodExplorer, type ExaminedMethod } from '../discovery/method.explorer.js';
import { BootReport } from '../errors/boot-report.js';
import { InvokerFactory } from '../pipeline/invoker.factory.js';
import type { DynamicHome } from '../tools/dynamic-tool.js';
import { DynamicTools } from '../tools/dynamic-tools.js';
import { ToolTable } from '../tools/tool-table.js';
import { ToolRegistrar } from '../tools/tool.registrar.js';
import { DEFAULTS, type McpModuleOptions } from './mcp.options.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Fills the tables at boot: explore → name → compile → register, with one report of all faults. */
@Injectable()
export class McpRuntime implements OnApplicationBootstrap {
  readonly #logger = new Logger('Toolport');
  /** Names that came from the boot; others were added at run time and stay. */
  #registered: readonly string[] = [];

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: McpModuleOptions,
    @Inject(ToolTable) private readonly tools: ToolTable,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(InvokerFactory) private readonly invokers: InvokerFactory,
  ) {}

  /** After every `onModuleInit`: global enhancers of `main.ts` are known by then. */
  onApplicationBootstrap(): void {
    this.boot();
  }

  /**
   * Builds the table anew from what the application is now.
   *
   * @throws SetupError with every fault of the table
   */
  boot(): void {
    const report = new BootReport();
    const found = new MethodExplorer(this.modules).explore<McpToolOptions>(readTools);
    const entries = this.#registrar().register(found, report);
    for (const name of this.#registered) this.tools.remove(name);
    for (const { name, operationId } of entries) {
      if (this.tools.get(name)) report.fault(takenAtRunTime(name, operationId));
    }
    report.throwIfFaulty();
    for (const entry of entries) this.tools.add(entry);
    this.#registered = entries.map(({ name }) => name);
    for (const notice of report.notices) {
      this.#logger.warn(`${notice.where}: ${notice.message} → ${notice.remedy}`);
    }
  }

  /** What adds and removes tools at run time. */
  dynamicTools(): DynamicTools {
    return new DynamicTools(this.tools, this.invokers, this.#home(), this.#resultShape());
  }

  #registrar(): ToolRegistrar {
    return new ToolRegistrar(this.invokers, {
      ...this.#resultShape(),
      names: this.options.tools ?? {},
      profile: this.options.schemaProfile ?? DEFAULTS.schemaProfile,
    });
  }

  #resultShape() {
    return {
      resultLimit: this.options.resultLimit ?? DEFAULTS.resultLimit,
      credentialHeaders: this.options.credentialHeaders ?? DEFAULTS.credentialHeaders,
      onMasked: (error: unknown, reference: string) =>
        this.#logger.error(`ref ${reference}`, error),
    };
  }

  #home(): DynamicHome {
    for (const [moduleKey, host] of this.modules) {
      if (host.providers.get(McpRuntime)?.instance === this) return { host, moduleKey };
    }
    throw new Error('McpRuntime is not a provider of any module');
  }
}

/** The tools of a method: one for each `@McpTool()`, or one where its controller is exposed. */
function readTools({ method, metatype, route }: ExaminedMethod): readonly McpToolOptions[] {
  const exposure = toolMetadata.exposure(metatype);
  const own = toolMetadata.ofMethod(method);
  if (!exposure) return own;
  if (own.length > 0) return own.map((options) => ({ ...exposure, ...options }));
  return route ? [exposure] : [];
}

function takenAtRunTime(name: string, operationId: string) {
  return {
    code: 'MCP_TOOL_NAME_CONFLICT',
    where: operationId,
    message: `ToolRegistry.add() has taken the name "${name}" already`,
    remedy: 'give one of them another name',
  };
}
