import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { parseJsonText } from '../../wire/json-text.js';
import { LineDecoder } from '../../wire/line-framing.js';
import { loggable, type ClientLog } from '../client-log.js';
import { ServerProcess, type ServerProgram } from './server-process.js';

const LONGEST_MESSAGE = 32 * 1024 * 1024;
const LONGEST_LOG_LINE = 64 * 1024;
const DEEPEST_MESSAGE = 512;
/** Lines of stderr that explain a failure. */
const LAST_LINES = 5;

/**
 * The client's end of a child process: one message per line on its stdin and stdout.
 *
 * Ours and not the SDK's because that one leaves grandchildren behind, and cannot tell a line that
 * is no message from a broken peer.
 */
export class StdioClientTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;
  #starting: Promise<ServerProcess> | undefined;
  #process: ServerProcess | undefined;
  #closing: Promise<void> | undefined;
  #junk = 0;
  #lastLines: string[] = [];
  #end: string | undefined;

  constructor(
    private readonly program: ServerProgram,
    private readonly log: ClientLog,
  ) {}

  /** Read by the SDK, which takes a transport that has `pid` and `stderr` for a child process. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }
  get stderr(): null {
    return null;
  }

  /** How the process ended and what it said last; undefined while it runs. */
  get end(): string | undefined {
    if (this.#end === undefined || this.#lastLines.length === 0) return this.#end;
    return `${this.#end}; its last words: ${this.#lastLines.join(' | ')}`;
  }

  async start(): Promise<void> {
    this.#starting = ServerProcess.start(this.program);
    const process = await this.#starting;
    this.#process = process;
    const { stdin, stdout, stderr } = process.child;
    stdin.on('error', (error) => this.onerror?.(error));
    this.#readLines(stdout, LONGEST_MESSAGE, (line) => this.#receive(line));
    this.#readLines(stderr, LONGEST_LOG_LINE, (line) => this.#report(line));
    void process.ended.then((reason) => {
      this.#end = `the process ${reason}`;
      this.onclose?.();
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#process?.child ?? {};
    if (!stdin?.writable) throw this.#notRead();
    await new Promise<void>((resolve, reject) => {
      stdin.write(`${JSON.stringify(message)}\n`, (error) =>
        error ? reject(this.#notRead(error)) : resolve(),
      );
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // A program that is being started this moment must not be left behind either.
    const process = await this.#starting?.catch(() => undefined);
    await process?.end();
  }

  /** A line that is not written to its end was not acted upon: the call may be made again. */
  #notRead(cause?: Error): Error {
    const error = new Error(this.#end ?? 'the process does not read its input', { cause });
    return Object.assign(error, { code: 'NOT_CONNECTED' });
  }

  #readLines(stream: NodeJS.ReadableStream, longest: number, take: (line: Buffer) => void): void {
    const decoder = new LineDecoder(longest);
    stream.on('data', (chunk: Buffer) => {
      for (const line of decoder.push(chunk)) {
        if (line) take(line);
        else this.#giveUp(new RangeError(`a line is longer than ${longest} bytes`));
      }
    });
    stream.on('error', (error) => this.onerror?.(error));
    stream.on('end', () => {
      const rest = decoder.flush();
      if (rest) take(rest);
    });
  }

  /** A peer that sends endless lines is not worth listening to: its memory use would become ours. */
  #giveUp(error: Error): void {
    this.onerror?.(error);
    this.#report(Buffer.from(error.message));
    void this.close();
  }

  #receive(line: Buffer): void {
    const messages = toMessages(line);
    if (!messages) return this.#ignore(line);
    for (const message of messages) this.onmessage?.(message);
  }

  /** Banners and stray prints are common; the first is worth a warning, the rest is not. */
  #ignore(line: Buffer): void {
    this.#junk += 1;
    const text = loggable(line.toString('utf8'));
    if (this.#junk > 1) return this.log.debug(`no MCP message on stdout: ${text}`);
    this.log.warn(`printed a line on stdout that is no MCP message, ignored: ${text}`);
  }

  #report(line: Buffer): void {
    const text = loggable(line.toString('utf8'));
    if (text === '') return;
    this.#lastLines = [...this.#lastLines, text].slice(-LAST_LINES);
    this.log.log(text);
  }
}

/** The messages of a line, several in a batch (2025-03-26); undefined where it holds none. */
function toMessages(line: Buffer): JSONRPCMessage[] | undefined {
  let value: unknown;
  try {
    value = parseJsonText(line, DEEPEST_MESSAGE);
  } catch {
    return undefined;
  }
  const messages = Array.isArray(value) ? value : [value];
  return messages.length > 0 && messages.every(isMessage) ? messages : undefined;
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJsonObject(value) && value.jsonrpc === '2.0';
}
