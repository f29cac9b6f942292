import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type {
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResponse,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject, type RequestId } from '../../protocol/json-rpc.js';
import { META } from '../../protocol/messages.js';

/** JSON-RPC code with which a request ends here whose stream ended without an answer. */
const STREAM_ENDED = -32000;
/** Marks that answer as ours: `error.data`. */
export const STREAM_ENDED_DATA = { toolport: 'stream-ended' } as const;

/** A request under way: what the SDK calls it, and how its HTTP exchange is cut. */
interface Pending {
  readonly id: RequestId;
  readonly abort: AbortController;
  /** Runs a function in the asynchronous context of whoever sent the request. */
  readonly inContext: (work: () => void) => void;
}

/**
 * Gives every request a UUID on the wire, where the SDK counts 0, 1, 2: ids in the logs of both
 * sides match, and an answer cannot be guessed. Mapped in answers, cancels, progress tokens and
 * subscriptions; whatever refers to no request of ours is dropped.
 */
export class WireIdTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  setProtocolVersion?: (version: string) => void;
  readonly #toWire = new Map<RequestId, string>();
  readonly #pending = new Map<string, Pending>();

  /** @param overHttp whether each message travels in a request of its own */
  constructor(
    readonly inner: Transport,
    overHttp: boolean,
  ) {
    if (inner.setProtocolVersion) {
      this.setProtocolVersion = (version) => inner.setProtocolVersion?.(version);
    }
    // Without HTTP, silence during the probe means an old server, and no headers are mirrored: the
    // SDK knows such a channel by these two members.
    if (!overHttp) Object.assign(this, { stderr: null, pid: null });
  }

  get hasPerRequestStream(): boolean {
    return this.inner.hasPerRequestStream === true;
  }
  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }
  /** Requests without an answer so far. */
  get pending(): number {
    return this.#pending.size;
  }

  async start(): Promise<void> {
    Object.assign(this.inner, {
      onmessage: (message: JSONRPCMessage) => this.#receive(message),
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => {
        this.#forgetAll();
        this.onclose?.();
      },
    } satisfies Partial<Transport>);
    await this.inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message && 'id' in message) return this.#sendRequest(message, options);
    if ('method' in message && message.method === 'notifications/cancelled') {
      return this.#sendCancel(message, options);
    }
    return this.inner.send(message, options);
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  async #sendRequest(request: JSONRPCRequest, options?: TransportSendOptions): Promise<void> {
    const wireId = randomUUID();
    const abort = new AbortController();
    this.#toWire.set(request.id, wireId);
    this.#pending.set(wireId, { id: request.id, abort, inContext: AsyncLocalStorage.snapshot() });
    options?.requestSignal?.addEventListener('abort', () => this.#cut(wireId), { once: true });
    try {
      await this.inner.send(withWireId(request, wireId), {
        ...options,
        requestSignal: abort.signal,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          this.#onStreamEnd(wireId);
        },
      });
    } catch (error) {
      this.#forget(wireId);
      throw error;
    }
  }

  async #sendCancel(cancel: JSONRPCNotification, options?: TransportSendOptions): Promise<void> {
    const wireId = this.#toWire.get(toRequestId(cancel.params?.requestId));
    if (wireId === undefined) return;
    const params = { ...cancel.params, requestId: wireId };
    try {
      await this.inner.send({ ...cancel, params }, options);
    } finally {
      // The server has been told: a POST that it leaves open would hold a socket for ever.
      this.#cut(wireId);
    }
  }

  #receive(message: JSONRPCMessage): void {
    if (!('method' in message)) return this.#receiveAnswer(message);
    if ('id' in message) return this.onmessage?.(message);
    const notification = this.#withSdkIds(message);
    if (notification) this.onmessage?.(notification);
  }

  #receiveAnswer(answer: JSONRPCResponse): void {
    const wireId = answer.id;
    const pending = typeof wireId === 'string' ? this.#pending.get(wireId) : undefined;
    if (typeof wireId !== 'string' || !pending) {
      this.onerror?.(new Error(`an answer to no request of ours: ${JSON.stringify(answer.id)}`));
      return;
    }
    this.#forget(wireId);
    this.#deliver(pending, answer);
  }

  /**
   * In the context of the caller, so that questions inside an answer (2026-07-28) are known to be
   * of its call; and a moment later, for the SDK takes notifications up a moment later as well: a
   * last progress that came in one piece with the answer would find its call gone.
   */
  #deliver({ id, inContext }: Pending, answer: JSONRPCResponse): void {
    queueMicrotask(() => inContext(() => this.onmessage?.({ ...answer, id })));
  }

  /** A late progress of a finished call is no news: undefined. */
  #withSdkIds(message: JSONRPCNotification): JSONRPCNotification | undefined {
    const { method, params } = message;
    if (method === 'notifications/progress') {
      const pending = this.#pending.get(String(params?.progressToken));
      return pending && { ...message, params: { ...params, progressToken: pending.id } };
    }
    if (method === 'notifications/cancelled') {
      const pending = this.#pending.get(String(params?.requestId));
      return pending ? { ...message, params: { ...params, requestId: pending.id } } : message;
    }
    const meta = isJsonObject(params?._meta) ? params._meta : undefined;
    const subscription = this.#pending.get(String(meta?.[META.subscriptionId]));
    if (!subscription) return message;
    const _meta = { ...meta, [META.subscriptionId]: subscription.id };
    return { ...message, params: { ...params, _meta } };
  }

  /** The server closed a stream that owed an answer: nobody else would tell the caller. */
  #onStreamEnd(wireId: string): void {
    const pending = this.#pending.get(wireId);
    if (!pending) return;
    this.#forget(wireId);
    const error = {
      code: STREAM_ENDED,
      message: 'the stream ended without an answer',
      data: STREAM_ENDED_DATA,
    };
    this.#deliver(pending, { jsonrpc: '2.0', id: wireId, error });
  }

  #cut(wireId: string): void {
    const pending = this.#pending.get(wireId);
    this.#forget(wireId);
    pending?.abort.abort();
  }

  #forget(wireId: string): void {
    const pending = this.#pending.get(wireId);
    if (!pending) return;
    this.#pending.delete(wireId);
    if (this.#toWire.get(pending.id) === wireId) this.#toWire.delete(pending.id);
  }

  #forgetAll(): void {
    this.#pending.clear();
    this.#toWire.clear();
  }
}

function withWireId(request: JSONRPCRequest, wireId: string): JSONRPCRequest {
  const { params } = request;
  if (params?._meta?.progressToken === undefined) return { ...request, id: wireId };
  const _meta = { ...params._meta, progressToken: wireId };
  return { ...request, id: wireId, params: { ...params, _meta } };
}

function toRequestId(value: unknown): RequestId {
  return typeof value === 'number' ? value : String(value);
}
