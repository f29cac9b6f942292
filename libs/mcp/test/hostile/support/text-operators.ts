import type { Wire } from './draft.js';
import type { Random } from './random.js';
import { fault, SILENCE, type Verdict } from './verdict.js';

/** A valid message as text, and what to answer as long as nothing is done. */
export interface Text {
  readonly wire: Wire;
  readonly json: string;
  readonly valid: Verdict;
  /** Of the message. */
  readonly id: number;
}

/** One thing that can be done to the bytes of a message. */
export interface TextOperator {
  readonly what: string;
  /** Where a text frame that is no UTF-8 ends the connection (RFC 6455 §8.1), this cannot be sent. */
  readonly breaksFrames?: boolean;
  readonly apply: (text: Text, random: Random) => readonly [Buffer, Verdict];
}

const NO_JSON = fault('MCP_PARSE', null);
const TOO_DEEP = fault('MCP_INVALID_REQUEST', null);

const INVALID_UTF8 = [
  [0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0x80],
  [0xe2, 0x82],
  [0xf0, 0x9f, 0x98],
  [0xe0, 0x80, 0xaf],
];

/** Values of other languages, and of lenient parsers. */
const ELSEWHERE = `NaN Infinity +1 01 0x1 1. .5 1e 1n 'a' undefined True [1,] {"a":1,} {a:1} /**/1`
  .split(' ')
  .concat(['"\t"', '"\u0001"', '"\\x41"', '"\\u12"']);

/** What can be done to the bytes: truncation, encodings, what looks like JSON and is none. */
export const TEXT_OPERATORS: readonly TextOperator[] = [
  {
    what: 'truncated',
    apply: ({ json }, random) => [bytes(json.slice(0, 1 + random.below(json.length - 1))), NO_JSON],
  },
  {
    what: 'nothing at all',
    apply: ({ wire }, random) => {
      const blank = random.pick(['', ' ', '\t \r']);
      // Between lines, blank ones are tolerated.
      return [bytes(blank), wire === 'stdio' ? SILENCE : NO_JSON];
    },
  },
  {
    what: 'broken UTF-8',
    breaksFrames: true,
    apply: ({ json }, random) => {
      const at = json.indexOf('"') + 1;
      const broken = Buffer.from(random.pick(INVALID_UTF8));
      return [Buffer.concat([bytes(json.slice(0, at)), broken, bytes(json.slice(at))]), NO_JSON];
    },
  },
  {
    what: 'UTF-16 or UTF-32',
    breaksFrames: true,
    apply: ({ json }, random) => {
      const mark = random.chance(0.5) ? '\ufeff' : '';
      const little = Buffer.from(mark + json, 'utf16le');
      const text = random.pick([little, Buffer.from(little).swap16(), utf32(mark + json)]);
      return [text, NO_JSON];
    },
  },
  {
    what: 'a byte order mark',
    apply: ({ json, valid }) => [bytes(`\ufeff${json}`), valid],
  },
  {
    what: 'two byte order marks, or one inside',
    apply: ({ json }, random) => {
      const text = random.chance(0.5) ? `\ufeff\ufeff${json}` : `{\ufeff${json.slice(1)}`;
      return [bytes(text), NO_JSON];
    },
  },
  {
    what: 'other spaces and escapes',
    apply: ({ json, valid }, random) => [bytes(respelt(json, random)), valid],
  },
  {
    what: 'something behind the message',
    apply: ({ json }, random) => {
      const tail = random.pick(['x', '}', ',', '{}', 'null', '\u0000', ';', '//', json]);
      return [bytes(json + tail), NO_JSON];
    },
  },
  {
    what: 'something before the message',
    apply: ({ json }, random) => {
      const start = random.pick([
        ")]}',",
        '//\r',
        '\u0000',
        '<',
        'data: ',
        '\u00a0',
        '\ufffe',
        'x=',
      ]);
      return [bytes(start + json), NO_JSON];
    },
  },
  {
    what: 'what is JSON elsewhere',
    apply: ({ json }, random) => {
      const value = random.pick(ELSEWHERE);
      return [bytes(`{"extra":${value},${json.slice(1)}`), NO_JSON];
    },
  },
  {
    what: 'a key twice',
    apply: ({ json, valid }, random) => {
      // The last one counts (ECMA-262, JSON.parse): whatever stands before it has no say.
      const first = random.pick(['"jsonrpc":"1.0"', '"id":null', '"method":1', '"params":"x"']);
      return [bytes(`{${first},${json.slice(1)}`), valid];
    },
  },
  {
    what: 'nested too deep',
    apply: ({ json }, random) => {
      const depth = random.pick([64, 65, 100, 1000, 10_000]);
      const [open, close] = random.pick([
        ['[', ']'],
        ['{"a":', '}'],
      ]);
      const inner = open === '[' ? '' : '1';
      const value = open.repeat(depth) + inner + close.repeat(depth);
      return [bytes(`{"deep":${value},${json.slice(1)}`), TOO_DEEP];
    },
  },
  {
    what: 'opened and never closed',
    apply: (_, random) => {
      const open = random.pick(['[', '{"a":', '[{"a":']);
      return [bytes(open.repeat(65 + random.below(5000))), TOO_DEEP];
    },
  },
  {
    what: 'numbers past every size',
    apply: ({ json, valid }, random) => {
      const number = random.pick([
        `1${'0'.repeat(400)}`,
        '-1e999',
        `0.${'1'.repeat(2000)}`,
        '1e-999',
      ]);
      return [bytes(`{"extra":${number},${json.slice(1)}`), valid];
    },
  },
  {
    what: 'an id past every size',
    apply: ({ json, id }, random) => {
      const number = random.pick(['1e999', '-1e400', `1${'0'.repeat(30)}`, '9007199254740993']);
      return [
        bytes(json.replace(`"id":${id}`, `"id":${number}`)),
        fault('MCP_INVALID_REQUEST', null),
      ];
    },
  },
  {
    what: 'a thousand members',
    apply: ({ json, valid }, random) => {
      const members = Array.from(
        { length: 1000 },
        (_, at) => `"k${random.below(1e6)}_${at}":${at}`,
      );
      return [bytes(`{${members.join(',')},${json.slice(1)}`), valid];
    },
  },
];

function bytes(text: string): Buffer {
  return Buffer.from(text, 'utf8');
}

function utf32(text: string): Buffer {
  const units = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const buffer = Buffer.alloc(units.length * 4);
  for (const [at, unit] of units.entries()) buffer.writeUInt32LE(unit, at * 4);
  return buffer;
}

/** The same JSON with other spelling: spaces between its tokens, escapes in its strings. */
export function respelt(json: string, random: Random): string {
  const escape = (one: string): string =>
    `\\u${(one.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\]:,]/g, (token) => {
    if (!token.startsWith('"')) return token + random.pick(['', '', ' ', '\t', ' \r ']);
    return token.replaceAll(/\\(?:u[0-9a-f]{4}|.)|[a-z_]/gi, (part) =>
      part.startsWith('\\') || random.chance(0.9) ? part : escape(part),
    );
  });
}
