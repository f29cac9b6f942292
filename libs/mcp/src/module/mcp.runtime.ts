import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ApplicationConfig, ExternalContextCreator, ModulesContainer } from '@nestjs/core';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { McpToolOptions } from '../decorators/tool.options.js';
import { MethodExplorer, type ExaminedMethod } from '../discovery/method.explorer.js';
import { BootReport } from '../errors/boot-report.js';
import { InvokerFactory } from '../pipeline/invoker.factory.js';
import { ToolTable } from '../tools/tool-table.js';
import { ToolRegistrar } from '../tools/tool.registrar.js';
import { DEFAULTS, type McpModuleOptions } from './mcp.options.js';
import { MCP_MODULE_OPTIONS } from './tokens.js';

/** Fills the tables at boot: explore → name → compile → register, with one report of all faults. */
@Injectable()
export class McpRuntime implements OnApplicationBootstrap {
  readonly #logger = new Logger('Toolport');

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: McpModuleOptions,
    private readonly tools: ToolTable,
    private readonly modules: ModulesContainer,
    private readonly creator: ExternalContextCreator,
    private readonly config: ApplicationConfig,
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
    const entries = this.#registrar().register(this.#explore(), report);
    report.throwIfFaulty();
    for (const entry of this.tools.list()) this.tools.remove(entry.name);
    for (const entry of entries) this.tools.add(entry);
    for (const notice of report.notices) {
      this.#logger.warn(`${notice.where}: ${notice.message} → ${notice.remedy}`);
    }
  }

  #explore() {
    return new MethodExplorer(this.modules).explore<McpToolOptions>(readTools);
  }

  #registrar(): ToolRegistrar {
    const { options } = this;
    return new ToolRegistrar(new InvokerFactory(this.creator, this.config), {
      names: options.tools ?? {},
      profile: options.schemaProfile ?? DEFAULTS.schemaProfile,
      resultLimit: options.resultLimit ?? DEFAULTS.resultLimit,
      credentialHeaders: options.credentialHeaders ?? DEFAULTS.credentialHeaders,
      onMasked: (error, reference) => this.#logger.error(`ref ${reference}`, error),
    });
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
