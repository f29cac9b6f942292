import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuOf } from './process-cpu.mjs';
import { mcpMessage } from './requests.mjs';
import { profiling } from './subject.mjs';

const LINE_END = 10;

/**
 * A server over stdio, and who talks to it. The client must not be what limits the server: requests are
 * text made beforehand, and answers are but counted while the clock runs.
 */
export class LinePeer {
  #process;
  #id = 0;
  #take = () => {};

  constructor(process) {
    this.#process = process;
    process.stdout.on('data', (chunk) => this.#take(chunk));
    process.on('exit', (code) => {
      if (code !== 0) throw new Error(`a server over stdio ended with ${code}`);
    });
  }

  static async start(file, era, node) {
    const path = fileURLToPath(new URL(`../dist/${file}.js`, import.meta.url));
    const child = spawn(node, [...profiling(), path], { stdio: ['pipe', 'pipe', 'inherit'] });
    const peer = new LinePeer(child);
    if (era === 'legacy') await peer.#initialize();
    return peer;
  }

  /**
   * Asks the same again and again, with always as many requests under way, and checks every answer
   * when the time is over.
   */
  async load(message, { expected, seconds, underWay }) {
    const text = JSON.stringify({ ...message, id: '?' }).split('"?"');
    const first = this.#id + 1;
    const before = cpuOf(this.#process.pid);
    const begun = performance.now();
    const end = begun + seconds * 1000;
    const answers = await this.#converse(text, { underWay, goesOn: () => performance.now() < end });
    const elapsed = (performance.now() - begun) / 1000;
    const cpu = cpuOf(this.#process.pid) - before;
    const count = this.#id + 1 - first;
    check(Buffer.concat(answers), { first, count, expected });
    return { perSecond: count / elapsed, cpu: cpu / count };
  }

  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.stdin.end();
    await ended;
  }

  async #initialize() {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1.0.0' },
    };
    const text = JSON.stringify(mcpMessage('legacy', 'initialize', params, '?')).split('"?"');
    await this.#converse(text, { underWay: 1, goesOn: () => false });
    this.#process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  /** What came back, as it came. For each answer a request follows as long as it goes on. */
  #converse([before, after], { underWay, goesOn }) {
    const ask = (count) => {
      let lines = '';
      for (let sent = 0; sent < count; sent += 1) lines += `${before}${++this.#id}${after}\n`;
      this.#process.stdin.write(lines);
    };
    return new Promise((resolve) => {
      const answers = [];
      let open = underWay;
      this.#take = (chunk) => {
        answers.push(chunk);
        const ended = lineEndsIn(chunk);
        if (goesOn()) return ended > 0 && ask(ended);
        open -= ended;
        if (open === 0) resolve(answers);
      };
      ask(underWay);
    });
  }
}

function lineEndsIn(chunk) {
  let count = 0;
  for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) count += 1;
  return count;
}

/** Each request was answered once, and well. */
function check(answers, { first, count, expected }) {
  const open = new Set(Array.from({ length: count }, (_, index) => first + index));
  for (const line of answers.toString().trimEnd().split('\n')) {
    const { id, result } = JSON.parse(line);
    const good = open.delete(id) && result && !result.isError && line.includes(expected);
    if (!good) throw new Error(`wrong answer: ${line}`);
  }
  if (open.size > 0) throw new Error(`${open.size} requests were not answered`);
}
