// A small MCP server without any SDK, for tests: as a class, and as a program over stdio
// (`node fault-server.mjs '{"era":"legacy"}'`). It does what it is told, also what no server should.
// Long because every fault is one of the same conversation, told in one place.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const json = (value) => text(JSON.stringify(value));
const tool = (name, more = {}) => ({ name, inputSchema: { type: 'object' }, ...more });

const OUTPUT_SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'number' } },
  required: ['answer'],
};

const TOOLS = [
  tool('echo', { description: 'Says what it is told', annotations: { readOnlyHint: true } }),
  tool('env'),
  tool('argv'),
  tool('count'),
  tool('slow'),
  tool('hang'),
  tool('die'),
  tool('fail'),
  tool('fault'),
  tool('garble'),
  tool('ask'),
  tool('received'),
  tool('content'),
  tool('output_right', { outputSchema: OUTPUT_SCHEMA }),
  tool('output_missing', { outputSchema: OUTPUT_SCHEMA }),
  tool('output_wrong', { outputSchema: OUTPUT_SCHEMA }),
];

export class FaultServer {
  received = [];
  counted = 0;
  tools;
  #options;
  #exit;
  #listeners = new Map();
  #questions = new Map();
  #timers = new Map();

  constructor(options = {}, exit = () => {}) {
    this.#options = { era: 'legacy', onProbe: 'error', ...options };
    this.#exit = exit;
    this.tools = options.tools ?? [
      ...TOOLS,
      ...Array.from({ length: options.extraTools ?? 0 }, (_, i) => tool(`extra_${i + 1}`)),
    ];
  }

  handle(message, send) {
    this.received.push(message);
    const { method, id } = message;
    if (method === undefined) return this.#questions.get(id)?.(message);
    const answer = (result) => send({ jsonrpc: '2.0', id, result: this.#stamp(message, result) });
    const refuse = (code, why) => send({ jsonrpc: '2.0', id, error: { code, message: why } });
    if (method === 'notifications/cancelled') return this.#stop(message.params.requestId);
    if (id === undefined) return undefined;
    const { era } = this.#options;
    if (method === 'initialize' && era !== 'modern') return this.#initialize(message, send, answer);
    if (method === 'server/discover' && era !== 'legacy') return answer(this.#discover());
    if (method === 'server/discover') return this.#refuseProbe(refuse);
    if (method === 'ping') return answer({});
    if (method === 'tools/list') return answer(this.#page(message.params?.cursor));
    if (method === 'tools/call') return this.#call(message, send, answer, refuse);
    if (method === 'subscriptions/listen') return this.#listen(message, send);
    return refuse(-32601, `Method not found: ${method}`);
  }

  setTools(tools) {
    this.tools = tools;
    for (const [id, send] of this.#listeners) {
      const params = id === 'legacy' ? {} : { _meta: { [SUBSCRIPTION]: id } };
      send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', params });
    }
  }

  #initialize(message, send, answer) {
    this.#listeners.set('legacy', send);
    answer({
      protocolVersion: message.params.protocolVersion,
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: this.#options.name ?? 'fault', version: '1.0.0' },
    });
  }

  #discover() {
    return {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
      _meta: { [SERVER_INFO]: { name: this.#options.name ?? 'fault', version: '1.0.0' } },
      ttlMs: 0,
      cacheScope: 'private',
    };
  }

  #refuseProbe(refuse) {
    if (this.#options.onProbe === 'exit') this.#exit(3);
    if (this.#options.onProbe === 'error') refuse(-32601, 'Method not found');
  }

  #listen(message, send) {
    this.#listeners.set(message.id, send);
    send({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: {
        notifications: message.params.notifications,
        _meta: { [SUBSCRIPTION]: message.id },
      },
    });
  }

  /** Before 2026-07-28 a result has no type. */
  #stamp(message, result) {
    const modern = message.params?._meta?.[VERSION] !== undefined;
    const cacheable = /^(tools\/list|server\/discover)$/.test(message.method);
    return {
      ...(modern && { resultType: 'complete' }),
      ...(modern && cacheable && { ttlMs: 0, cacheScope: 'private' }),
      ...result,
    };
  }

  #page(cursor) {
    const { pages, secondCursor = 'p1' } = this.#options;
    if (!pages) return { tools: this.tools };
    const cursors = [
      undefined,
      ...pages.slice(1).map((_, i) => (i === 0 ? secondCursor : `p${i + 1}`)),
    ];
    const index = cursors.indexOf(cursor);
    const start = pages.slice(0, index).reduce((sum, length) => sum + length, 0);
    const next = cursors[index + 1];
    return {
      tools: this.tools.slice(start, start + pages[index]),
      ...(next !== undefined && { nextCursor: next }),
    };
  }

  #call(message, send, answer, refuse) {
    const { name, arguments: args = {}, _meta = {} } = message.params;
    const progress = (n, total) =>
      _meta.progressToken !== undefined &&
      send({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: _meta.progressToken, progress: n, total, message: `step ${n}` },
      });
    switch (name) {
      case 'echo':
        return answer(text(args.text));
      case 'env':
        return answer(json(process.env));
      case 'argv':
        return answer(json(process.argv.slice(3)));
      case 'count':
        return answer(text(++this.counted));
      case 'slow':
        return this.#slow(message.id, args, progress, () => answer(text('done')));
      case 'hang':
        return this.#timers.set(message.id, []);
      case 'die':
        return this.#exit(args.code ?? 1);
      case 'fail':
        return answer({ ...text('OUT_OF_STOCK: none left'), isError: true });
      case 'fault':
        return refuse(-32099, 'the machine is on fire');
      case 'garble':
        return send('}{ this is no message');
      case 'ask':
        return this.#ask(send, answer);
      case 'received':
        return answer(json(this.received));
      case 'content':
        return answer({ content: CONTENT });
      case 'output_right':
        return answer({ ...text('42'), structuredContent: { answer: 42 } });
      case 'output_missing':
        return answer(text('42'));
      case 'output_wrong':
        return answer({ ...text('x'), structuredContent: { answer: 'forty-two' } });
      default:
        return this.tools.some((known) => known.name === name)
          ? answer(text(name))
          : refuse(-32602, `Unknown tool: ${name}`);
    }
  }

  /** Answers after `ms`, with progress every `every`. */
  #slow(id, { ms = 100, every }, progress, done) {
    const timers = [];
    let step = 0;
    if (every) timers.push(setInterval(() => progress(++step, Math.floor(ms / every)), every));
    timers.push(
      setTimeout(() => {
        this.#stop(id);
        done();
      }, ms),
    );
    this.#timers.set(id, timers);
  }

  #stop(id) {
    for (const timer of this.#timers.get(id) ?? []) clearTimeout(timer);
    this.#timers.delete(id);
  }

  #ask(send, answer) {
    const id = `question-${this.#questions.size + 1}`;
    this.#questions.set(id, ({ result, error }) => answer(json(result ?? error)));
    const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } };
    const params = { mode: 'form', message: 'Which colour?', requestedSchema };
    send({ jsonrpc: '2.0', id, method: 'elicitation/create', params });
  }
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

const CONTENT = [
  { type: 'text', text: 'words', annotations: { audience: ['user'], priority: 1 } },
  { type: 'image', data: 'aW1n', mimeType: 'image/png' },
  { type: 'audio', data: 'd2F2', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'file:///a.txt', name: 'a', size: 3 },
  { type: 'resource', resource: { uri: 'file:///b.txt', mimeType: 'text/plain', text: 'b' } },
  { type: 'resource', resource: { uri: 'file:///c.bin', blob: 'Yw==' } },
];

if (process.argv[1] === fileURLToPath(import.meta.url))
  serveStdio(JSON.parse(process.argv[2] ?? '{}'));

/** Program options: `banner`, `stderr`, `deaf` (ignores SIGTERM and the end of input), `grandchild`. */
function serveStdio(options) {
  if (options.banner) process.stdout.write(`${options.banner}\n`);
  if (options.stderr) process.stderr.write(`${options.stderr}\n`);
  if (options.deaf) {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
  }
  if (options.grandchild) {
    // Like the server behind npx: it lives on when its parent is killed.
    const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
    const child = spawn(process.execPath, ['-e', stubborn], { stdio: 'inherit' });
    process.stderr.write(`grandchild ${child.pid}\n`);
  }
  const server = new FaultServer(options, (code) => process.exit(code));
  const send = (message) =>
    process.stdout.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  const lines = createInterface({ input: process.stdin, terminal: false });
  lines.on('line', (line) => server.handle(JSON.parse(line), send));
  lines.on('close', () => options.deaf || options.grandchild || process.exit(0));
}
