import type { CallPeer } from '../../context/call-peer.js';
import type { InputRequest } from '../../protocol/input-requests.js';
import type { RequestId, RpcNotification } from '../../protocol/json-rpc.js';
import { LOG_LEVELS, type LogLevel } from '../../protocol/messages.js';
import { progressTokenOf } from '../request-meta.js';
import type { CallInputs } from '../inputs/call-inputs.js';
import type { RequestScope } from '../request-scope.js';

/** Messages that may wait for a slow reader; past it, progress and logs are dropped. */
const OUTBOX_LIMIT = 256;

/** The caller's end of one request: its progress and its log, sent ahead of the answer, in order. */
export class RequestPeer implements CallPeer {
  readonly #scope: RequestScope;
  readonly #token: RequestId | undefined;
  #outbox: Promise<void> | undefined;
  #waiting = 0;
  #progress = -Infinity;
  #closed = false;

  constructor(scope: RequestScope) {
    this.#scope = scope;
    this.#token = progressTokenOf(scope.meta);
  }

  progress(progress: number, total?: number, message?: string): void {
    // Progress must grow with each notification (Progress, Behavior Requirements).
    if (this.#token === undefined || !(progress > this.#progress)) return;
    this.#progress = progress;
    const params = { progressToken: this.#token, progress, total, message };
    this.#send({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    const wanted = this.#scope.logLevel;
    if (wanted === undefined || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(wanted)) return;
    const params = { level, logger, data: data ?? null };
    this.#send({ jsonrpc: '2.0', method: 'notifications/message', params });
  }

  admitted(call: { readonly caller: unknown }): void {
    this.#scope.memory?.admit(call.caller);
    this.#scope.context.accepted?.();
  }

  /** Resolves when all is sent, undefined where nothing was; afterwards nothing more is (Progress: stops at completion). */
  close(): Promise<void> | undefined {
    this.#closed = true;
    return this.#outbox;
  }

  #send(notification: RpcNotification): void {
    const { context, inFlight } = this.#scope;
    if (this.#closed || this.#waiting >= OUTBOX_LIMIT) return;
    this.#waiting += 1;
    const transmit = async () => {
      if (!inFlight?.cancelled) await context.send(notification);
    };
    // A peer that is gone hears nothing; that it is gone is the signal's to say.
    const settle = () => void (this.#waiting -= 1);
    this.#outbox = (this.#outbox ?? Promise.resolve()).then(transmit).then(settle, settle);
  }
}

/** The caller's end of a request that may ask it for input. */
export class AskingPeer extends RequestPeer {
  constructor(
    scope: RequestScope,
    private readonly inputs: CallInputs,
  ) {
    super(scope);
  }

  async ask(request: InputRequest, key: string | undefined, caller: unknown): Promise<object> {
    return this.inputs.ask(request, key, caller);
  }

  answered(): readonly string[] {
    return this.inputs.answered;
  }
}
