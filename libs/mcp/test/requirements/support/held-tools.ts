import { Injectable } from '@nestjs/common';
import { McpCall, McpTool, type McpCallContext } from 'nest-toolport';

/** Tools that run until a test lets them go, and are known to it meanwhile. */
@Injectable()
export class HeldTools {
  /** Calls that are under way, the newest last. */
  readonly calls: McpCallContext[] = [];
  #waiting: (() => void)[] = [];
  #release: (() => void)[] = [];

  @McpTool({ name: 'hold', description: 'Runs until it is let go' })
  async hold(@McpCall() call: McpCallContext) {
    this.calls.push(call);
    // Who asks for it is told of an abort; a call that nobody asked about may not know.
    void call.signal;
    for (const wake of this.#waiting.splice(0)) wake();
    await new Promise<void>((resolve) => this.#release.push(resolve));
    call.progress(100);
    call.log('error', 'late');
    return 'done';
  }

  /** The call number `count`, once it runs. */
  async running(count = 1): Promise<McpCallContext> {
    while (this.calls.length < count) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.calls[count - 1];
  }

  release(): void {
    for (const release of this.#release.splice(0)) release();
  }
}

/** Resolves with the reason why the signal is aborted. */
export async function abortOf(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  return signal.reason;
}
