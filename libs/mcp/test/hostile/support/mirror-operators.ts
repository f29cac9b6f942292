import type { Draft, Operator } from './draft.js';
import { oddName } from './junk.js';
import { fault, SILENCE } from './verdict.js';

const STATELESS = ({ era }: Draft): boolean => era === 'stateless';
const HANDSHAKE = ({ era }: Draft): boolean => era === 'handshake';

/** What can be done to the headers that MCP itself knows: revision, method, name. */
export const MIRROR_OPERATORS: readonly Operator[] = [
  {
    what: 'no header for the method or the revision',
    fits: STATELESS,
    apply: ({ headers, id }, random) => {
      delete headers[random.pick(['mcp-method', 'mcp-protocol-version'])];
      return fault('MCP_HEADER_MISMATCH', id);
    },
  },
  {
    what: 'a header that tells another story',
    fits: STATELESS,
    apply: ({ headers, id }, random) => {
      const name = random.pick(['mcp-method', 'mcp-protocol-version']);
      const other = [`${headers[name]}x`, `x${headers[name]}`, '', '2025-11-25', 'ping', '\u00e9'];
      headers[name] = random.pick([...other, `${headers[name]}, ${headers[name]}`]);
      return fault('MCP_HEADER_MISMATCH', id);
    },
  },
  {
    what: 'a name that tells another story',
    fits: (draft) => STATELESS(draft) && hasName(draft),
    apply: ({ headers, id }, random) => {
      headers['mcp-name'] = random.pick([
        'other',
        '',
        `${headers['mcp-name']}x`,
        '=?base64?b3RoZXI=?=',
        '=?base64?!!!?=',
        '=?base64?/w==?=',
        '=?BASE64?b3RoZXI=?=',
        '\u00e9',
      ]);
      if (random.chance(0.1)) delete headers['mcp-name'];
      return fault('MCP_HEADER_MISMATCH', id);
    },
  },
  {
    what: 'a name in Base64',
    fits: (draft) => STATELESS(draft) && hasName(draft),
    apply: ({ headers, valid }) => {
      headers['mcp-name'] = `=?base64?${Buffer.from(headers['mcp-name']).toString('base64')}?=`;
      return valid;
    },
  },
  {
    what: 'header names in odd case',
    apply: (draft, random) => {
      const odd = (name: string): string =>
        name.replaceAll(/[a-z]/g, (letter) => (random.chance(0.5) ? letter.toUpperCase() : letter));
      draft.headers = Object.fromEntries(
        Object.entries(draft.headers).map(([name, value]) => [odd(name), value]),
      );
      return draft.valid;
    },
  },
  {
    what: 'mirrors that this revision does not know',
    fits: HANDSHAKE,
    apply: ({ headers, valid }, random) => {
      headers['mcp-method'] = oddName(random);
      headers['mcp-name'] = oddName(random);
      return valid;
    },
  },
  {
    what: 'a revision that nobody speaks',
    fits: (draft) => HANDSHAKE(draft) && draft.message['method'] !== 'initialize',
    apply: ({ headers, id }, random) => {
      headers['mcp-protocol-version'] = random.pick([
        '2030-01-01',
        'not-a-version',
        '',
        '2025-11-25, 2025-11-25',
        '2025-11-25x',
        '\u00e9',
        'constructor',
        'v'.repeat(3000),
      ]);
      return fault('MCP_UNSUPPORTED_VERSION', id);
    },
  },
  {
    what: 'a revision with initialize, which decides nothing',
    fits: (draft) => draft.message['method'] === 'initialize',
    apply: ({ headers, valid }, random) => {
      headers['mcp-protocol-version'] = random.pick(['2030-01-01', 'x', '', '2025-06-18']);
      return valid;
    },
  },
  {
    what: 'a notification of a revision that nobody speaks',
    apply: (draft, random) => {
      draft.message = { jsonrpc: '2.0', method: 'notifications/initialized' };
      const isServed = random.chance(0.3);
      draft.headers['mcp-protocol-version'] = isServed ? '2025-06-18' : 'x';
      return isServed ? SILENCE : fault('MCP_UNSUPPORTED_VERSION', null);
    },
  },
];

/** Whether params name what `Mcp-Name` mirrors. */
function hasName({ headers }: Draft): boolean {
  return headers['mcp-name'] !== undefined;
}
