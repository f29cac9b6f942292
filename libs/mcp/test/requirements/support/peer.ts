export type Json = Record<string, unknown>;

/** What a client says of itself. */
export interface PeerOptions {
  /** @default the revision of its kind */
  readonly version?: string;
  readonly capabilities?: Json;
  /** Of each request over HTTP; over stdio, those of the start. */
  readonly headers?: Readonly<Record<string, string>>;
  /** @default 'peer' */
  readonly name?: string;
  /** Of the handshake era: false leaves `initialize` to the test. @default true */
  readonly handshake?: boolean;
  /** Over stdio: ends the service, as a signal to its process does. */
  readonly stop?: AbortSignal;
  /** Collects all that the server says. */
  readonly said?: Json[];
}

/** A request under way. */
export interface Pending {
  /** What has come since it was sent: over HTTP for it alone, over stdio on the connection. */
  readonly heard: readonly Json[];
  /** The first of these that fits, once it is there. */
  until(fits: (message: Json) => boolean): Promise<Json>;
  /** All that came before its answer, and the answer; without one, all until the stream was over. */
  all(): Promise<readonly Json[]>;
  /** All that has come, once nothing more can come. */
  silence(): Promise<readonly Json[]>;
  /** Over HTTP, closes the connection without waiting for the answer. */
  leave(): void;
}

/** A client over a real transport, of one era; it can do nothing that its transport does not allow. */
export interface Peer {
  readonly stateless: boolean;
  begin(method: string, params?: Json, id?: unknown): Pending;
  /** All that comes for a request, its answer last; an id that is none is answered as well. */
  ask(method: string, params?: Json, id?: unknown): Promise<readonly Json[]>;
  /** The answer alone. */
  answer(method: string, params?: Json, id?: unknown): Promise<Answer>;
  /** A `tools/call` for which the server is to log at a level. */
  askLogging(params: Json, level?: string): Promise<readonly Json[]>;
  /** All that comes for a message that must not be answered. */
  say(message: Json): Promise<readonly Json[]>;
  /** All that comes for a text. */
  sayRaw(text: string): Promise<readonly Json[]>;
  /** Opens what changes are heard through; over stdio, a connection of the handshake era is it. */
  listen(resources?: readonly string[], id?: unknown): Promise<Pending>;
  /** Over HTTP, of its session. */
  readonly session?: string;
  close(): Promise<void>;
}

export interface Answer {
  readonly id: unknown;
  readonly result: Json;
  readonly error: { readonly code: number; readonly message: string; readonly data: Json };
}
