import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Channel } from './channel.js';

/** Text frames of a WebSocket. */
export class FrameChannel extends Channel {
  readonly socket: WebSocket;

  private constructor(port: number) {
    super();
    const headers = { authorization: 'Bearer right' };
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/mcp`, 'mcp', { headers });
    this.socket.on('message', (data: Buffer) => this.received([data.toString()]));
  }

  static async open(port: number): Promise<FrameChannel> {
    const channel = new FrameChannel(port);
    await once(channel.socket, 'open');
    return channel;
  }

  send(messages: readonly (string | Buffer)[]): void {
    for (const message of messages) this.socket.send(message, { binary: false });
  }

  /** The code with which the server closes. */
  async closed(): Promise<number> {
    const [code] = (await once(this.socket, 'close')) as [number];
    return code;
  }
}
