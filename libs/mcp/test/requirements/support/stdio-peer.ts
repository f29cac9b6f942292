import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { INestApplication } from '@nestjs/common';
import { serveStdio } from '../../../src/module/serve-stdio.js';
import { Inbox } from './inbox.js';
import type { Json, Peer, Pending } from './peer.js';
import { ALL_LISTS, TalkingPeer, type TalkingPeerOptions } from './talking-peer.js';

/** A client at the other end of a pair of streams, on which everything comes. */
export async function openStdioPeer(
  app: INestApplication,
  options: TalkingPeerOptions,
): Promise<Peer> {
  const peer = new StdioPeer(app, options);
  await peer.open();
  return peer;
}

class StdioPeer extends TalkingPeer {
  readonly #input = new PassThrough();
  readonly #inbox = new Inbox();
  readonly #over: Promise<void>;
  #marks = 0;

  constructor(app: INestApplication, options: TalkingPeerOptions) {
    super(options);
    const output = new PassThrough();
    const { headers, stop: signal } = options;
    this.#over = serveStdio(app, { input: this.#input, output, headers, signal, globals: {} });
    createInterface({ input: output })
      .on('line', (line) => {
        const message = JSON.parse(line) as Json;
        options.said?.push(...[message].flat());
        this.#inbox.put(message);
      })
      .on('close', () => this.#inbox.end());
  }

  open(): Promise<void> {
    return this.shakeHands();
  }

  send(text: string, message?: Json): Pending {
    const inbox = this.#inbox;
    const from = inbox.heard.length;
    this.#input.write(`${text}\n`);
    const heard = () => inbox.heard.slice(from).filter(({ id }) => !isMark(id));
    const silence = async () => {
      await this.#mark();
      return heard();
    };
    const all = async () => {
      const id = message?.id;
      if (!message || !(typeof id === 'string' || Number.isInteger(id))) return silence();
      const answer = await inbox.until((one) => one.id === id && !('method' in one), from);
      const heardByThen = heard();
      return heardByThen.slice(0, heardByThen.indexOf(answer) + 1);
    };
    return {
      get heard() {
        return heard();
      },
      until: (fits) => inbox.until(fits, from),
      all,
      silence,
      leave: () => {
        throw new Error('A pair of streams serves one client: it cancels');
      },
    };
  }

  async listen(resources: readonly string[] = [], id: unknown = 'listen'): Promise<Pending> {
    if (this.stateless) {
      const notifications = { ...ALL_LISTS, resourceSubscriptions: resources };
      const from = this.begin('subscriptions/listen', { notifications }, id);
      await from.until(({ method }) => String(method).endsWith('/acknowledged'));
      return from;
    }
    for (const uri of resources) await this.ask('resources/subscribe', { uri });
    return this.begin('ping', {}, 'listen');
  }

  async close(): Promise<void> {
    this.#input.end();
    await this.#over;
  }

  /** Nothing says that nothing comes: what is asked behind it, and answered, does. */
  async #mark(): Promise<void> {
    const mark = `mark-${++this.#marks}`;
    this.#input.write(`${JSON.stringify(this.request('tools/list', {}, mark))}\n`);
    await this.#inbox.until(({ id }) => id === mark);
  }
}

const isMark = (id: unknown) => typeof id === 'string' && id.startsWith('mark-');
