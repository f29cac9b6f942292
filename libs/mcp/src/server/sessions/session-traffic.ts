import type { RpcResponse } from '../../protocol/json-rpc.js';
import type { BusMessage, Identity, MemoryChange } from '../bus/mcp-bus.js';
import { cancelled, type InFlight } from '../in-flight.js';
import { isSameSender } from './sender.js';
import { isEnd } from './session-record.js';

/** A request that this process serves for a session. */
export interface Running {
  readonly session: string;
  readonly inFlight: InFlight;
  /** Asked when a cancel comes: the guards may have spoken since. */
  readonly sender: () => Identity;
}

/** A question that this process has asked. */
export interface Asked {
  readonly session: string;
  readonly sender: Identity;
  readonly listener: (response: RpcResponse) => void;
}

/** The stream on which a session hears changes. */
export interface SessionStream {
  readonly id: string;
  /** The session's memory has changed. */
  update(change: MemoryChange): void;
  end(): void;
}

interface OpenStream {
  readonly stream: SessionStream;
  /** Whether the replicas have been told, and those who came before have given way. */
  told: boolean;
}

/** What this process does for sessions, and what others may do to it: answer, cancel, end. */
export class SessionTraffic {
  readonly #running = new Map<string, Set<Running>>();
  readonly #asked = new Map<string, Asked>();
  /** By session: the stream that it hears changes on. */
  readonly #streams = new Map<string, OpenStream>();

  begin(running: Running): void {
    let ofSession = this.#running.get(running.session);
    if (!ofSession) this.#running.set(running.session, (ofSession = new Set()));
    ofSession.add(running);
  }

  end(session: string, inFlight: InFlight): void {
    const ofSession = this.#running.get(session);
    for (const running of ofSession ?? []) {
      if (running.inFlight === inFlight) ofSession?.delete(running);
    }
    if (ofSession?.size === 0) this.#running.delete(session);
  }

  /** Gives back the function that ends the waiting. */
  expect(id: string, asked: Asked): () => void {
    this.#asked.set(id, asked);
    return () => void this.#asked.delete(id);
  }

  /** Gives back the function that takes the stream out again. */
  openStream(session: string, stream: SessionStream): () => void {
    this.#streams.get(session)?.stream.end();
    this.#streams.set(session, { stream, told: false });
    return () => {
      if (this.#streams.get(session)?.stream === stream) this.#streams.delete(session);
    };
  }

  /** Takes in what a replica says; what concerns no session of ours is ignored. */
  take(message: BusMessage): void {
    if (message.kind === 'answered') this.#answer(message);
    else if (message.kind === 'cancelled') this.#cancel(message);
    else if (message.kind === 'session') this.#changed(message);
    else if (message.kind === 'stream-opened') this.#replaced(message);
  }

  #answer({ session, from, response }: Extract<BusMessage, { kind: 'answered' }>): void {
    const asked = typeof response.id === 'string' ? this.#asked.get(response.id) : undefined;
    // The id alone is not enough: an answer of another session, or another person, has no effect.
    if (!asked || asked.session !== session || !isSameSender(asked.sender, from)) return;
    asked.listener(response);
  }

  #cancel({ session, from, requestId, reason }: Extract<BusMessage, { kind: 'cancelled' }>): void {
    for (const { inFlight, sender } of this.#running.get(session) ?? []) {
      if (inFlight.id === requestId && isSameSender(sender(), from))
        inFlight.cancel(cancelled(reason));
    }
  }

  #changed({ session, change }: Extract<BusMessage, { kind: 'session' }>): void {
    this.#streams.get(session)?.stream.update(change);
    if (!isEnd(change)) return;
    for (const { inFlight } of this.#running.get(session) ?? []) {
      inFlight.cancel(cancelled('the session was ended'));
    }
  }

  /**
   * A message goes to one stream only, so a session has one (2025-11-25, Multiple Connections): the one
   * that the bus tells of last. What is heard before one's own stream was told of is older than it.
   */
  #replaced({ session, stream }: Extract<BusMessage, { kind: 'stream-opened' }>): void {
    const own = this.#streams.get(session);
    if (own?.stream.id === stream) own.told = true;
    else if (own?.told) own.stream.end();
  }
}
