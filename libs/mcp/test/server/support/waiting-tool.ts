import type { McpCallContext } from '../../../src/context/call-context.js';
import type { McpServerOptions } from '../../../src/server/server.options.js';
import type { ToolEntry } from '../../../src/tools/tool-entry.js';
import { text, toolEntry, type ToolFunction } from './entries.js';
import { fixtureServer } from './fixture-server.js';

/** A tool that waits for `release`, and says when it has begun. */
export class Gate {
  readonly begun: Promise<McpCallContext>;
  release = () => {};
  #begin: (call: McpCallContext) => void = () => {};
  readonly #released: Promise<void>;

  constructor() {
    this.begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
    this.#released = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  readonly run: ToolFunction = async (_args, call) => {
    this.#begin(call);
    await this.#released;
    call.progress(100);
    call.log('error', 'late');
    return text('done');
  };
}

export function serverWith(
  run: ToolFunction,
  options: Partial<McpServerOptions> = {},
  more: Partial<ToolEntry> = {},
) {
  return fixtureServer({ tools: [toolEntry('t', run, more)] }, options);
}

export const CALL = { name: 't' };
