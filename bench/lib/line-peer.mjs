import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { mcpMessage } from './requests.mjs';
import { profiling } from './subject.mjs';

/** A server over stdio, and who talks to it. */
export class LinePeer {
  #process;
  #era;
  #waiting = new Map();
  #id = 0;
  #rest = '';
  #corked = false;

  constructor(process, era) {
    this.#process = process;
    this.#era = era;
    process.stdout.setEncoding('utf8').on('data', (text) => this.#read(text));
  }

  static async start(file, era, node) {
    const path = fileURLToPath(new URL(`../dist/${file}.js`, import.meta.url));
    const child = spawn(node, [...profiling(), path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const peer = new LinePeer(child, era);
    if (era === 'legacy') await peer.#initialize();
    return peer;
  }

  /** The line of the answer. */
  request(method, params) {
    const id = ++this.#id;
    this.#corkForThisTurn();
    this.#process.stdin.write(`${JSON.stringify(mcpMessage(this.#era, method, params, id))}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
  }

  async #initialize() {
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    });
    this.#process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** The client must not be what limits the server: one system call for all that a turn asks. */
  #corkForThisTurn() {
    if (this.#corked) return;
    this.#corked = true;
    this.#process.stdin.cork();
    setImmediate(() => {
      this.#corked = false;
      this.#process.stdin.uncork();
    });
  }

  #read(text) {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop();
    for (const line of lines) this.#take(line);
  }

  #take(line) {
    const { id } = JSON.parse(line);
    this.#waiting.get(id)?.(line);
    this.#waiting.delete(id);
  }
}
