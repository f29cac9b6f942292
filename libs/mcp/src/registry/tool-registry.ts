import { McpError } from '../errors/mcp.error.js';
import { ProtocolError } from '../errors/protocol.error.js';
import { tell } from '../wire/awaitable.js';
import type { AddToolOptions, LocalToolHost, ServeToolOptions } from './local-tool-host.js';
import type { ToolRegistryReports, ToolsChanged } from './registry-reports.js';
import { matchesFilter, type ToolFilter } from './tool-filter.js';
import { LOCAL_ORIGIN, type ToolSource } from './tool-source.js';
import type { ExecuteOptions, Tool, ToolResult } from './tool.js';

type ChangeListener = Parameters<ToolRegistry['onChange']>[0];

/**
 * Local and remote tools side by side, indistinguishable to whatever calls them.
 *
 * The order is the same on every start: the application's own tools first, then the servers' by
 * their keys, whoever connected first. Where two claim one name, that order decides as well.
 */
export class ToolRegistry {
  readonly #sources = new Map<string, { readonly source: ToolSource; detach: () => void }>();
  readonly #listeners = new Set<ChangeListener>();
  readonly #disabled = new Set<string>();
  readonly #added = new Map<string, Tool>();
  /** Name at our endpoint → name of the tool behind it. */
  readonly #served = new Map<string, string>();
  readonly #losers = new WeakSet<Tool>();
  #tools: ReadonlyMap<string, Tool> = new Map();

  /** @param host serves the application's own tools; without one, added tools are called directly */
  constructor(
    private readonly reports: ToolRegistryReports = {},
    private readonly host?: LocalToolHost,
  ) {}

  /** All tools, or those that the filter lets through. */
  list(filter?: ToolFilter): readonly Tool[] {
    const all = [...this.#tools.values()];
    return filter ? all.filter((tool) => matchesFilter(tool, filter)) : all;
  }

  /** The tool that is served under the name. */
  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /**
   * Calls a tool by its name.
   *
   * @param options `signal` cancels the call; `caller` is whom a local tool's guards see
   * @throws ProtocolError `MCP_TOOL_NOT_FOUND`; McpError when no answer of the tool could be had
   */
  async execute(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options?: ExecuteOptions,
  ): Promise<ToolResult> {
    const tool = this.#tools.get(name);
    if (!tool) throw new ProtocolError('MCP_TOOL_NOT_FOUND', `Unknown tool: ${name}`);
    return tool.execute(args, options);
  }

  /** Calls `listener` after every change; gives back the function that ends it. */
  onChange(listener: (change: ToolsChanged) => unknown): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Takes in all tools of a source, and follows its changes until the function given back is called.
   *
   * @throws McpError `TOOL_SOURCE_CONFLICT` where the origin has a source already
   */
  attach(source: ToolSource): () => void {
    const { origin } = source;
    if (this.#sources.has(origin)) {
      throw new McpError('TOOL_SOURCE_CONFLICT', `There is a source of "${origin}" tools already`);
    }
    this.#sources.set(origin, { source, detach: source.onChange(() => this.#rebuild()) });
    this.#rebuild();
    return () => this.#detach(source);
  }

  /**
   * Adds a single tool at run time; where the application serves tools, it is served too, through
   * the whole pipeline.
   *
   * @throws McpError `MCP_TOOL_NAME_CONFLICT` where the name is taken; where the application serves
   * tools, `MCP_TOOL_NAME_INVALID`, and SetupError for a guard or a schema that cannot work
   */
  add(tool: Tool, options: AddToolOptions = {}): void {
    if (this.#tools.has(tool.name) || this.#added.has(tool.name)) {
      throw new McpError('MCP_TOOL_NAME_CONFLICT', `There is a tool "${tool.name}" already`);
    }
    if (this.host) return this.host.add(tool, options);
    this.#added.set(tool.name, tool);
    this.#rebuild();
  }

  /** Takes a tool out that `add` brought in; tells whether there was one. */
  remove(name: string): boolean {
    if (!this.host?.remove(name) && !this.#added.delete(name)) return false;
    // The next one of this name is another tool, unless a source has one that somebody switched off.
    if (this.#hasSourceOf(name)) this.#switched(name);
    else this.enable(name);
    return true;
  }

  /** Whether the application has an endpoint of its own that `serve` could add to. */
  get servesTools(): boolean {
    return this.host !== undefined;
  }

  /**
   * Serves a tool from the application's own endpoint, through the whole pipeline, under its name;
   * here it stays what it is: it is not listed a second time, and a call by `execute` goes to it
   * directly.
   *
   * @throws McpError `TOOL_HOST_MISSING` where the application serves no tools, else as the host does
   */
  serve(tool: Tool, { of = tool.name, ...options }: ServeToolOptions = {}): void {
    if (!this.host) {
      throw new McpError('TOOL_HOST_MISSING', 'The application serves no tools: import McpModule');
    }
    this.#served.set(tool.name, of);
    // It may be a tool that was disabled and has been defined anew.
    this.#switch(tool.name);
    try {
      this.host.add(tool, options);
    } catch (error) {
      this.#forget(tool.name);
      throw error;
    }
  }

  /** Ends what `serve` began; tells whether there was such a tool. */
  withdraw(name: string): boolean {
    if (!this.#served.has(name)) return false;
    const had = this.host?.remove(name) ?? false;
    this.#forget(name);
    return had;
  }

  /**
   * Hides a tool from `list`, `find` and `execute`, whatever its source, until it is enabled; our
   * endpoint does not serve it meanwhile, under no name.
   */
  disable(name: string): void {
    this.#disabled.add(name);
    this.#switched(name);
  }

  /** Undoes `disable()`. */
  enable(name: string): void {
    this.#disabled.delete(name);
    this.#switched(name);
  }

  #switched(name: string): void {
    this.#switch(name);
    for (const [served, of] of this.#served) if (of === name) this.#switch(served);
    this.#rebuild();
  }

  #hasSourceOf(name: string): boolean {
    return [...this.#sources.values()].some(({ source }) =>
      source.tools().some((tool) => tool.name === name),
    );
  }

  /** The next tool that the host has under the name is another one. */
  #forget(name: string): void {
    this.#served.delete(name);
    this.#switch(name);
  }

  /** Tells the host whether it may list and call what it has under the name. */
  #switch(name: string): void {
    const isDisabled =
      this.#disabled.has(name) || this.#disabled.has(this.#served.get(name) ?? name);
    this.host?.setEnabled(name, !isDisabled);
  }

  #detach(source: ToolSource): void {
    const entry = this.#sources.get(source.origin);
    if (entry?.source !== source) return;
    this.#sources.delete(source.origin);
    entry.detach();
    this.#rebuild();
  }

  #rebuild(): void {
    const before = this.#tools;
    const after = new Map<string, Tool>();
    for (const tool of this.#inOrder()) {
      if (this.#disabled.has(tool.name)) continue;
      const winner = after.get(tool.name);
      if (!winner) after.set(tool.name, tool);
      else this.#reportConflict(winner, tool);
    }
    this.#tools = after;
    this.#announce(difference(before, after));
  }

  *#inOrder(): Generator<Tool> {
    for (const tool of this.#sources.get(LOCAL_ORIGIN)?.source.tools() ?? []) {
      if (!this.#served.has(tool.name)) yield tool;
    }
    yield* this.#added.values();
    const origins = [...this.#sources.keys()];
    origins.sort();
    for (const origin of origins) {
      if (origin !== LOCAL_ORIGIN) yield* this.#sources.get(origin)?.source.tools() ?? [];
    }
  }

  #reportConflict(winner: Tool, loser: Tool): void {
    if (this.#losers.has(loser)) return;
    this.#losers.add(loser);
    this.reports.onConflict?.(winner, loser);
  }

  #announce(change: ToolsChanged): void {
    if (change.added.length + change.removed.length + change.changed.length === 0) return;
    const errors: unknown[] = [];
    const { onListenerError = (error: unknown) => void errors.push(error) } = this.reports;
    for (const listener of Array.from(this.#listeners)) {
      tell(() => listener(change), onListenerError);
    }
    if (errors.length > 0) throw errors[0];
  }
}

function difference(
  before: ReadonlyMap<string, Tool>,
  after: ReadonlyMap<string, Tool>,
): ToolsChanged {
  const names = [...after.keys()];
  return {
    added: names.filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !after.has(name)),
    changed: names.filter((name) => before.has(name) && before.get(name) !== after.get(name)),
  };
}
