import { isObject, type Operator } from './draft.js';
import { oddName } from './junk.js';
import { fault, told, type Verdict } from './verdict.js';

/** What can be done to the headers of a POST; node:http sends each as it is given. */
export const HEADER_OPERATORS: readonly Operator[] = [
  {
    what: 'another content type',
    apply: ({ headers }, random) => {
      headers['content-type'] = random.pick(FOREIGN_TYPES);
      if (random.chance(0.1)) delete headers['content-type'];
      return fault('MCP_MEDIA_TYPE', null);
    },
  },
  {
    what: 'the content type in other words',
    apply: ({ headers, valid }, random) => {
      headers['content-type'] = random.pick([
        'application/json; charset=utf-8',
        'application/json;charset="UTF-8"',
        'Application/JSON',
        'application/json; profile=x',
      ]);
      return valid;
    },
  },
  {
    what: 'a content encoding',
    apply: ({ headers }, random) => {
      headers['content-encoding'] = random.pick([
        'gzip',
        'br',
        'deflate',
        'gzip, gzip',
        'x',
        'zstd',
      ]);
      return fault('MCP_MEDIA_TYPE', null);
    },
  },
  {
    what: 'an Accept of something else',
    apply: ({ headers }, random) => {
      headers['accept'] = random.pick([
        'text/html',
        'image/*',
        'application/json;q=0',
        'text/plain, application/xml',
        'x',
        ',',
        `application/${oddName(random)}`,
      ]);
      return fault('MCP_NOT_ACCEPTABLE', null);
    },
  },
  {
    what: 'an Accept in other words',
    apply: ({ headers, valid }, random) => {
      headers['accept'] = random.pick([
        '*/*',
        'application/json',
        'APPLICATION/*;q=0.1',
        'text/event-stream;q=1 , application/json ; q=0.5',
        'text/html, */*;q=0.1',
        `${'text/html,'.repeat(500)}*/*`,
      ]);
      if (random.chance(0.1)) delete headers['accept'];
      return valid;
    },
  },
  {
    what: 'a foreign origin',
    apply: ({ headers }, random) => {
      headers['origin'] = random.pick(FOREIGN_ORIGINS);
      return fault('MCP_FORBIDDEN', null);
    },
  },
  {
    what: 'a foreign host',
    apply: ({ headers }, random) => {
      headers['host'] = random.pick(FOREIGN_HOSTS);
      return fault('MCP_FORBIDDEN', null);
    },
  },
  {
    what: 'an origin and a host of this machine',
    apply: ({ headers, valid }, random) => {
      headers['host'] = random.pick([
        'localhost',
        '127.0.0.1:1',
        '[::1]:99',
        'LOCALHOST:8',
        '127.9.9.9',
      ]);
      headers['origin'] = random.pick([
        'http://localhost:5173',
        'https://127.0.0.1',
        'http://[::1]:1',
      ]);
      return valid;
    },
  },
  {
    what: 'a session id that nobody gave',
    apply: ({ headers, valid }, random) => {
      headers['mcp-session-id'] = random.pick([
        oddName(random),
        '\u00e9\u00ff',
        '../../x',
        'x'.repeat(4000),
        'a, b',
        '__proto__',
        'null',
      ]);
      headers['last-event-id'] = oddName(random);
      return valid;
    },
  },
  {
    what: 'forwarded headers that lie',
    apply: ({ headers, valid }, random) => {
      headers[random.pick(['x-forwarded-host', 'x-forwarded-for', 'forwarded', 'x-real-ip'])] =
        random.pick(['evil.test', '127.0.0.1', 'for="[::1]";host=evil', "'; --", 'x,'.repeat(300)]);
      headers['x-http-method-override'] = random.pick(['DELETE', 'GET', 'x']);
      return valid;
    },
  },
  {
    what: 'headers by the hundred',
    apply: ({ headers, valid }) => {
      for (let at = 0; at < 200; at++) headers[`x-filler-${at}`] = 'y'.repeat(20);
      return valid;
    },
  },
  {
    what: 'a wrong key',
    apply: ({ headers, id }, random) => {
      headers['authorization'] = random.pick([
        'Bearer wrong',
        'Bearer',
        'bearer right2',
        'Basic cmlnaHQ=',
        `Bearer ${oddName(random)}`,
        'Bearer right, Bearer right',
      ]);
      return fault('MCP_UNAUTHORIZED', id);
    },
  },
  {
    what: 'no key',
    apply: ({ headers, id, message }) => {
      delete headers['authorization'];
      return anonymous(message['method'], message['params'], id);
    },
  },
];

const FOREIGN_TYPES = [
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;charset=latin1',
  'application/jsonx',
  'application/json+x',
  'application/problem+json',
  'application/json, text/plain',
  'json',
  '',
  ';',
  '*/*',
  'application/\u00e9',
];

const FOREIGN_ORIGINS = [
  'null',
  'http://evil.test',
  'https://127.0.0.1.evil.test',
  'http://localhost.evil.test',
  'http://localhost@evil.test',
  'file://',
  'chrome-extension://abc',
  'http://127.0.0.1 http://evil.test',
  'evil',
  'http://',
  '',
  '\u00e9',
];

const FOREIGN_HOSTS = [
  'evil.test',
  'evil.test:80',
  'localhost.evil.test',
  '127.0.0.1.evil.test',
  '127.0.0.1@evil.test',
  'localhost evil',
  '[::1]evil',
  '0x7f.1',
  '2130706433',
  '[::ffff:1.2.3.4]',
  'localhost:1:2',
  '\u00e9',
];

/** Calls say it in their result, everything else by HTTP; without `oauth` nobody is challenged. */
function anonymous(method: unknown, params: unknown, id: number): Verdict {
  const isKnownTool = method === 'tools/call' && isObject(params);
  return isKnownTool ? told('isError UNAUTHORIZED', 200, id) : fault('MCP_UNAUTHORIZED', id);
}
