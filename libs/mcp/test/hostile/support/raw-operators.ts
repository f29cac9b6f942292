import type { Random } from './random.js';
import { fault, told, type Verdict } from './verdict.js';

/** Bytes on a connection of their own. */
export interface RawMutant {
  readonly what: string;
  /** Written one after the other, each when the one before is on its way. */
  readonly pieces: readonly (string | Buffer)[];
  /** No more comes, said after the last piece. */
  readonly ends: boolean;
  readonly expected: Verdict;
}

const LIMIT = 64 * 1024;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const FINE = told('result', 200, 1);
/** Of Node's parser, or the framework in its name: there was no request to give to us. */
const PARSER = told('not ours', 400, undefined);

type Operator = readonly [what: string, make: (random: Random) => Omit<RawMutant, 'what'>];

/** What can only be done to the bytes of HTTP itself. */
export function rawMutant(random: Random): RawMutant {
  const [what, make] = random.pick(OPERATORS);
  return { what, ...make(random) };
}

const OPERATORS: readonly Operator[] = [
  ['a length that is too small', () => said([post({ 'content-length': '10' }), PING], PARSER)],
  [
    'a length that is too large, and the end',
    () => ({
      ...said([post({ 'content-length': '1000' }), PING], PARSER),
      ends: true,
    }),
  ],
  [
    'a length that is none',
    (random) =>
      said(
        [
          post({ 'content-length': random.pick(['-1', 'x', '4 0', '40,41', '0x28', '+40', '']) }),
          PING,
        ],
        PARSER,
      ),
  ],
  [
    'two lengths, or a length and chunks',
    (random) => {
      const second = random.pick(['Content-Length: 41', 'Transfer-Encoding: chunked']);
      return said([post({ 'content-length': '40' }, [second]), PING], PARSER);
    },
  ],
  [
    'a transfer encoding that is none',
    (random) => {
      const encoding = random.pick(['xchunked', 'chunked, gzip', 'chunked, identity']);
      return said([post({ 'transfer-encoding': encoding }), chunk(PING), '0\r\n\r\n'], PARSER);
    },
  ],
  [
    'chunks of any size',
    (random) => {
      const size = 1 + random.below(15);
      const parts = PING.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      const chunks = parts.map((part) => chunk(part, random.pick(['', ';ext=1', ';a="b"'])));
      const end = random.pick(['0\r\n\r\n', '0\r\n__proto__: x\r\n\r\n', '000\r\n\r\n']);
      return spoken([post({ 'transfer-encoding': 'chunked' }), ...chunks, end], FINE);
    },
  ],
  [
    'a chunk of no size',
    (random) => {
      const size = random.pick(['zz', '-1', '', 'ffffffffffffffffff', '5 5']);
      const pieces = [post({ 'transfer-encoding': 'chunked' }), `${size}\r\n${PING}\r\n0\r\n\r\n`];
      return said(pieces, PARSER);
    },
  ],
  ['byte by byte', () => spoken([post({}), ...PING.split('')], FINE)],
  ['a head byte by byte', () => spoken([...post({}).split(''), PING], FINE)],
  [
    'a length past the limit',
    () => said([post({ 'content-length': `${LIMIT + 1}` })], fault('MCP_TOO_LARGE', null)),
  ],
  [
    'chunks past the limit',
    () => {
      const part = chunk(' '.repeat(LIMIT / 8));
      const pieces = [
        post({ 'transfer-encoding': 'chunked' }),
        ...Array.from({ length: 9 }, () => part),
      ];
      return spoken(pieces, fault('MCP_TOO_LARGE', null));
    },
  ],
  [
    'headers past every size',
    () => said([post({ 'x-large': 'x'.repeat(20_000) }), PING], told('not ours', 431, undefined)),
  ],
  [
    'a request line that is none',
    (random) => {
      const line = random.pick([
        'POST /mcp HTTP/3.0',
        'post /mcp HTTP/1.1',
        'GARBAGE',
        'POST /mcp HTTP/1.1 x',
        '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      ]);
      return said([post({}, [], line), PING], PARSER);
    },
  ],
  [
    'the start of TLS',
    () => said([Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), '\r\n\r\n'], PARSER),
  ],
  [
    'a header that is none',
    (random) => {
      const line = random.pick([
        'a b: c',
        ': x',
        'x\u0000: y',
        'no colon',
        ' folded: x',
        'a: b\u0000c',
      ]);
      return said([post({}, [line]), PING], PARSER);
    },
  ],
  ['no host', () => said([post({ host: '' }).replace('host: \r\n', ''), PING], PARSER)],
  [
    'no host, in HTTP/1.0',
    () => {
      const head = post({ host: '' }, [], 'POST /mcp HTTP/1.0').replace('host: \r\n', '');
      return said([head, PING], fault('MCP_FORBIDDEN', null));
    },
  ],
  [
    'an expectation',
    (random) =>
      random.chance(0.5)
        ? said([post({ expect: '100-continue' }), PING], FINE)
        : said([post({ expect: 'miracles' }), PING], told('not ours', 417, undefined)),
  ],
  [
    'an upgrade',
    (random) => {
      const upgrade = random.pick(['h2c', 'websocket', 'TLS/1.0']);
      return said([post({ upgrade, connection: 'upgrade, close' }), PING], FINE);
    },
  ],
  [
    'two requests in one piece',
    () => said([post({ connection: 'keep-alive' }) + PING + post({}) + PING], FINE),
  ],
  [
    'another verb',
    (random) => {
      const verb = random.pick(['GET', 'PUT', 'PATCH', 'DELETE']);
      const head = post({ 'content-length': '0' }, [], `${verb} /mcp HTTP/1.1`);
      return said([head], fault('MCP_METHOD_NOT_ALLOWED', null));
    },
  ],
  [
    'another path',
    (random) => {
      const path = random.pick(['/mcp/x', '/mcpx', '//mcp', '/x/../mcp', '/mcp/..', '/mcp;x', '/']);
      return said([post({}, [], `POST ${path} HTTP/1.1`), PING], told('not ours', 404, undefined));
    },
  ],
  [
    'the path with something behind it',
    (random) => {
      const path = random.pick([
        '/mcp/',
        '/mcp?',
        '/mcp?a=%00',
        '/mcp/?__proto__[x]=1',
        '/mcp?/x/',
      ]);
      return said([post({}, [], `POST ${path} HTTP/1.1`), PING], FINE);
    },
  ],
];

/** Half a body, and then nothing: the server's patience ends first. */
export const STALLED: RawMutant = {
  what: 'half a body',
  ...spoken([post({}), PING.slice(0, 20)], fault('MCP_INVALID_REQUEST', null, 408)),
};

/** In one piece: Node's parser closes behind its refusal, and what comes later resets the answer. */
function said(pieces: RawMutant['pieces'], expected: Verdict): Omit<RawMutant, 'what'> {
  const whole = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string, 'latin1')));
  return spoken([whole], expected);
}

/** Piece by piece. */
function spoken(pieces: RawMutant['pieces'], expected: Verdict): Omit<RawMutant, 'what'> {
  return { pieces, ends: false, expected };
}

/** A head; the connection ends behind the answer, so that the end of the answer is known. */
function post(
  headers: Readonly<Record<string, string>>,
  more: readonly string[] = [],
  line = 'POST /mcp HTTP/1.1',
): string {
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  const all = {
    host: '127.0.0.1',
    connection: 'close',
    'content-type': 'application/json',
    accept: 'application/json',
    authorization: 'Bearer right',
    ...(!isFramed && { 'content-length': `${PING.length}` }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [line, ...lines, ...more, '', ''].join('\r\n');
}

function chunk(text: string, extension = ''): string {
  return `${text.length.toString(16)}${extension}\r\n${text}\r\n`;
}
