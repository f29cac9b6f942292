import type { ChangedList, McpBus } from '../bus/mcp-bus.js';

/**
 * Tells clients that something has changed, on every replica that shares the bus. Adding and removing
 * tools through their table is told without it.
 */
export class McpNotifier {
  /** @param onFailure told where the bus could not be reached */
  constructor(
    private readonly bus: McpBus,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** The list of tools is another. */
  toolsChanged(): void {
    this.#listChanged('tools');
  }

  /** The list of prompts is another. */
  promptsChanged(): void {
    this.#listChanged('prompts');
  }

  /** The list of resources is another. */
  resourcesChanged(): void {
    this.#listChanged('resources');
  }

  /** Only clients that have subscribed to exactly this URI are told. */
  resourceUpdated(uri: string): void {
    this.bus.publish({ kind: 'resource-updated', uri }).catch(this.onFailure);
  }

  #listChanged(list: ChangedList): void {
    this.bus.publish({ kind: 'list-changed', list }).catch(this.onFailure);
  }
}
