import { mcpRequest, restRequest } from './requests.mjs';

/** Who takes part: the name in reports, the file of its subject, what it speaks. */
const SUBJECTS = {
  echo: { title: 'bare `node:http` echo (the limit)', file: 'echo' },
  'rest-express': { title: "the app's REST route, Express", ...nest('express', false) },
  'rest-fastify': { title: "the app's REST route, Fastify", ...nest('fastify', false) },
  'toolport-express': { title: 'Toolport, Express', ...nest('express') },
  'toolport-fastify': { title: 'Toolport, Fastify', ...nest('fastify') },
  'sdk-v2': { title: 'official SDK v2', file: 'sdk-v2' },
  'sdk-v1': { title: 'official SDK v1, stateless', file: 'sdk-v1' },
  'mcp-nest': { title: '`@rekog/mcp-nest`', file: 'mcp-nest' },
  fastmcp: { title: '`fastmcp`', file: 'fastmcp' },
  tmcp: { title: '`tmcp`', file: 'tmcp' },
};

const ERAS = { legacy: '2025-11-25', modern: '2026-07-28' };

function nest(platform, toolport = true) {
  return { file: 'nest-app', options: { platform, toolport } };
}

const PART = {
  id: '3f8a2f0e-6c1b-4c5e-9a57-0d1f2c3b4a59',
  name: 'Ada Lovelace',
  mail: 'ada@example.com',
  code: 'TEA-001',
  count: 2,
  cents: 1250,
  urgent: false,
  state: 'new',
  since: '2026-01-01T00:00:00Z',
  note: 'ring twice',
};

/** What is asked of a tool or its route, and what every answer holds. */
export const TOOLS = {
  orders_create: {
    route: '/orders',
    args: { customer: 'Ada', quantity: 2 },
    expected: 'totalCents',
  },
  orders_import: {
    route: '/imports',
    args: { billing: PART, shipping: PART, contact: PART, payment: PART, packaging: PART },
    expected: 'parts',
  },
  note_keep: { route: '/notes', args: { note: 'x' }, expected: 'kept' },
  orders_track: { route: '/track', args: {}, expected: 'steps' },
  report_get: { route: '/report', args: {}, expected: 'A line of the report' },
};

/**
 * One that takes part in a comparison.
 *
 * @param key `subject`, or `subject/era` where it speaks MCP
 */
export function contender(
  key,
  { tool = 'orders_create', tools = 1, dtos, method = 'tools/call' } = {},
) {
  const [name, era] = key.split('/');
  const { title, file, options } = SUBJECTS[name];
  const { route, args, expected } = TOOLS[tool];
  const params = method === 'tools/call' ? { name: tool, arguments: args } : {};
  return {
    key,
    title: era ? `${title}, ${ERAS[era]}` : title,
    file,
    options: { ...options, tool, tools, dtos },
    request: era ? mcpRequest(era, method, params) : restRequest(route, args),
    expected: name === 'echo' ? Object.keys(args)[0] : method === 'tools/call' ? expected : tool,
  };
}
