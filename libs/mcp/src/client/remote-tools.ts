import type { Tool as RemoteDefinition } from '@modelcontextprotocol/client';
import type { ToolSource } from '../registry/tool-source.js';
import { loggable } from './client-log.js';
import type { RemoteToolNaming } from './client.options.js';
import { isLegalToolName } from './remote-tool-name.js';
import { RemoteTool, type CallRemoteTool } from './remote-tool.js';

/** Characters of a tool as JSON: it goes to everyone who lists ours, and its schema is compiled here. */
const LARGEST_DEFINITION = 256 * 1024;

export interface RemoteToolsOptions {
  readonly origin: string;
  readonly naming: RemoteToolNaming;
  /** The server's own names that are taken in; undefined: all. */
  readonly only?: readonly string[];
  readonly call: CallRemoteTool;
  /** Told why a tool was left out. */
  readonly warn: (message: string) => void;
}

/**
 * The tools of one server as they are now, over any number of connections: a tool that did not
 * change stays the same object, so that nothing grows when a server comes and goes.
 */
export class RemoteTools implements ToolSource {
  readonly origin: string;
  readonly #listeners = new Set<() => void>();
  #tools: readonly RemoteTool[] = [];
  #definitions = new Map<RemoteTool, string>();

  constructor(private readonly options: RemoteToolsOptions) {
    this.origin = options.origin;
  }

  tools(): readonly RemoteTool[] {
    return this.#tools;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Takes over the list that the server gave. */
  replace(definitions: readonly RemoteDefinition[]): void {
    const before = new Map(this.#tools.map((tool) => [tool.name, tool]));
    const after = new Map<string, RemoteTool>();
    const texts = new Map<RemoteTool, string>();
    for (const definition of definitions) {
      const name = this.#nameOf(definition, after);
      if (name === undefined) continue;
      const text = JSON.stringify(definition);
      if (this.#isTooLarge(definition, text)) continue;
      const old = before.get(name);
      const tool =
        old && this.#definitions.get(old) === text
          ? old
          : new RemoteTool(name, this.origin, definition, this.options.call);
      after.set(name, tool);
      texts.set(tool, text);
    }
    const changed = after.size !== before.size || [...after].some(([n, t]) => before.get(n) !== t);
    this.#tools = [...after.values()];
    this.#definitions = texts;
    if (changed) for (const listener of this.#listeners) listener();
  }

  #isTooLarge({ name }: RemoteDefinition, { length }: string): boolean {
    if (length <= LARGEST_DEFINITION) return false;
    const shown = loggable(name);
    this.options.warn(`the tool "${shown}" is left out: ${length} characters are too many`);
    return true;
  }

  #nameOf(
    { name: remoteName }: RemoteDefinition,
    taken: ReadonlyMap<string, RemoteTool>,
  ): string | undefined {
    const { only, naming, warn } = this.options;
    if (only && !only.includes(remoteName)) return undefined;
    const name: unknown = naming(this.origin, remoteName);
    if (typeof name !== 'string' || !isLegalToolName(name)) {
      warn(`the tool "${remoteName}" is left out: its name with us would be ${String(name)}`);
      return undefined;
    }
    const other = taken.get(name);
    if (!other) return name;
    warn(`the tool "${remoteName}" is left out: "${other.remoteName}" is called ${name} already`);
    return undefined;
  }
}
