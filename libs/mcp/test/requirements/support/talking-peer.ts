import { META } from '../../../src/protocol/messages.js';
import type { Answer, Json, Peer, PeerOptions, Pending } from './peer.js';

export type TalkingPeerOptions = PeerOptions & { readonly version: string };

export const ALL_LISTS = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
};

/** What the two transports have in common: how their client words its messages. */
export abstract class TalkingPeer implements Peer {
  readonly stateless: boolean;
  session?: string;

  constructor(protected readonly options: TalkingPeerOptions) {
    this.stateless = options.version >= '2026';
  }

  abstract send(text: string, message?: Json): Pending;
  abstract listen(resources?: readonly string[], id?: unknown): Promise<Pending>;
  abstract close(): Promise<void>;

  begin(method: string, params: Json = {}, id: unknown = 1): Pending {
    const message = this.request(method, params, id);
    return this.send(JSON.stringify(message), message);
  }

  ask(method: string, params?: Json, id?: unknown): Promise<readonly Json[]> {
    return this.begin(method, params, id).all();
  }

  async answer(method: string, params?: Json, id?: unknown): Promise<Answer> {
    return (await this.ask(method, params, id)).at(-1) as unknown as Answer;
  }

  async askLogging(params: Json, level?: string): Promise<readonly Json[]> {
    if (this.stateless) {
      const _meta = level === undefined ? {} : { [META.logLevel]: level };
      return this.ask('tools/call', { ...params, _meta });
    }
    const set = await this.ask('logging/setLevel', { level });
    return set.at(-1)?.error ? set : this.ask('tools/call', params);
  }

  say(message: Json): Promise<readonly Json[]> {
    return this.send(JSON.stringify(message), message).silence();
  }

  sayRaw(text: string): Promise<readonly Json[]> {
    return this.send(text).silence();
  }

  /** `initialize` and what follows it, where the revision has them. */
  protected async shakeHands(): Promise<void> {
    const { version, capabilities = {}, handshake = true } = this.options;
    if (this.stateless || !handshake) return;
    const params = { protocolVersion: version, capabilities, clientInfo: this.#info };
    await this.ask('initialize', params);
    await this.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  protected request(method: string, params: Json, id: unknown): Json {
    if (!this.stateless) return { jsonrpc: '2.0', id, method, params };
    const _meta = {
      [META.protocolVersion]: this.options.version,
      [META.clientCapabilities]: this.options.capabilities ?? {},
      [META.clientInfo]: this.#info,
      ...(params._meta as Json | undefined),
    };
    return { jsonrpc: '2.0', id, method, params: { ...params, _meta } };
  }

  get #info() {
    return { name: this.options.name ?? 'peer', version: '1' };
  }
}
