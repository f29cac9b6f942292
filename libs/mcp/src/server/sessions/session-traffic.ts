import type { RpcResponse } from '../../protocol/json-rpc.js';
import type { BusMessage, Identity, SessionRecord } from '../bus/mcp-bus.js';
import { cancelled, type InFlight } from '../in-flight.js';
import { isSameSender } from './sender.js';

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
  update(record: SessionRecord): void;
  end(): void;
}

/** What this process does for sessions, and what others may do to it: answer, cancel, end. */
export class SessionTraffic {
  readonly #running = new Map<string, Set<Running>>();
  readonly #asked = new Map<string, Asked>();
  /** By session: the stream that it hears changes on. */
  readonly #streams = new Map<string, SessionStream>();

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
    this.#streams.get(session)?.end();
    this.#streams.set(session, stream);
    return () => {
      if (this.#streams.get(session) === stream) this.#streams.delete(session);
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

  #changed({ session, record }: Extract<BusMessage, { kind: 'session' }>): void {
    const stream = this.#streams.get(session);
    if (!record.ended) return stream?.update(record);
    stream?.end();
    for (const { inFlight } of this.#running.get(session) ?? []) {
      inFlight.cancel(cancelled('the session was ended'));
    }
  }

  /** A message goes to one stream only, so a session has one (2025-11-25, Multiple Connections). */
  #replaced({ session, stream }: Extract<BusMessage, { kind: 'stream-opened' }>): void {
    const own = this.#streams.get(session);
    if (own && own.id !== stream) own.end();
  }
}
