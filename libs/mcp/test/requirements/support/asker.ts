import { Injectable } from '@nestjs/common';
import { McpCall, McpTool, type McpCallContext } from 'nest-toolport';

/** A form with one question. */
export const FORM = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
} as const;

/** Tools that ask before they answer. */
@Injectable()
export class Asker {
  release: () => void = () => {};
  readonly #released = new Promise<void>((resolve) => (this.release = resolve));
  #begin: () => void = () => {};
  /** Resolves when `hold_then_ask` runs. */
  readonly begun = new Promise<void>((resolve) => (this.#begin = resolve));

  @McpTool({ name: 'ask', description: 'Asks, and says what the answer was' })
  async ask(@McpCall() call: McpCallContext) {
    const answer = await call.elicit({ message: 'Sure?', requestedSchema: FORM }, { key: 'sure' });
    return JSON.stringify(answer);
  }

  @McpTool({ name: 'hold_then_ask', description: 'Asks when it is let go' })
  async holdThenAsk(@McpCall() call: McpCallContext) {
    this.#begin();
    await this.#released;
    return this.ask(call);
  }
}
