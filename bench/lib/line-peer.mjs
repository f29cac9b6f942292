import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { mcpMessage } from './requests.mjs';

/** A server over stdio, and who talks to it. */
export class LinePeer {
  #process;
  #era;
  #waiting = new Map();
  #id = 0;

  constructor(process, era) {
    this.#process = process;
    this.#era = era;
    createInterface({ input: process.stdout }).on('line', (line) => this.#take(line));
  }

  static async start(file, era) {
    const path = fileURLToPath(new URL(`../dist/${file}.js`, import.meta.url));
    const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
    const peer = new LinePeer(child, era);
    if (era === 'legacy') await peer.#initialize();
    return peer;
  }

  /** The line of the answer. */
  request(method, params) {
    const id = ++this.#id;
    this.#process.stdin.write(`${JSON.stringify(mcpMessage(this.#era, method, params, id))}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.kill();
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

  #take(line) {
    const { id } = JSON.parse(line);
    this.#waiting.get(id)?.(line);
    this.#waiting.delete(id);
  }
}
