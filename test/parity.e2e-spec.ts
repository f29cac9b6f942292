import type { OrderPageDto } from '../src/orders/dto/order.dto.js';
import { describeDatabases } from './support/describe-databases.js';
import { postMcp, type Answer } from './support/mcp-post.js';
import { READER, startSample, WRITER, WRONG_KEY, type Sample } from './support/sample.js';

const TEA = { sku: 'TEA-001', quantity: 2 };
const ORDER = { customer: 'Parity', items: [TEA] };

/** The same case twice: as a REST request, and as the call of a tool. */
interface Case {
  readonly title: string;
  readonly key?: string;
  readonly rest: { method: string; path: string; body?: object };
  readonly tool: { name: string; arguments: object };
  /** Of the REST answer. */
  readonly status: number;
  /** Of the tool's. */
  readonly code: string;
  /** What the tool's text must name; the whole REST message unless given. */
  readonly says?: string;
}

const create = (body: object) => ({
  rest: { method: 'POST', path: '/orders', body },
  tool: { name: 'orders_create', arguments: body },
});
const byId = (verb: 'get' | 'cancel', id: unknown) => ({
  rest:
    verb === 'get'
      ? { method: 'GET', path: `/orders/${String(id)}` }
      : { method: 'POST', path: `/orders/${String(id)}/cancel` },
  tool: { name: `orders_${verb}`, arguments: { id } },
});

const REFUSED: Case[] = [
  { title: 'no key', ...create(ORDER), status: 401, code: 'UNAUTHORIZED' },
  { title: 'a missing role', key: READER, ...create(ORDER), status: 403, code: 'FORBIDDEN' },
  {
    title: 'a missing role, before the arguments are looked at',
    key: READER,
    ...create({}),
    status: 403,
    code: 'FORBIDDEN',
  },
  {
    title: 'a missing property',
    key: WRITER,
    ...create({ items: [TEA] }),
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    title: 'a property too many',
    key: WRITER,
    ...create({ ...ORDER, paid: true }),
    status: 400,
    code: 'VALIDATION_FAILED',
    says: 'paid',
  },
  {
    title: 'a wrong property deep inside',
    key: WRITER,
    ...create({ ...ORDER, items: [{ sku: 'TEA-001', quantity: 0 }] }),
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    title: 'a filter that does not exist',
    rest: { method: 'GET', path: '/orders?status=lost' },
    tool: { name: 'orders_list', arguments: { status: 'lost' } },
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    title: 'a text that the database refuses, told by an exception filter',
    key: WRITER,
    ...create({ ...ORDER, customer: 'A\u0000' }),
    status: 400,
    code: 'BAD_REQUEST',
  },
  { title: 'an unknown id', ...byId('get', 999_999), status: 404, code: 'NOT_FOUND' },
  {
    title: 'an id beyond all orders',
    ...byId('get', 99_999_999_999),
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    title: 'cancelling an unknown id',
    key: WRITER,
    ...byId('cancel', 999_999),
    status: 404,
    code: 'NOT_FOUND',
  },
  {
    title: 'an unknown product',
    key: WRITER,
    ...create({ ...ORDER, items: [{ sku: 'XXX-999', quantity: 1 }] }),
    status: 422,
    code: 'UNKNOWN_SKU',
  },
  {
    title: 'too little stock',
    key: WRITER,
    ...create({ ...ORDER, items: [TEA, { sku: 'TEA-002', quantity: 1000 }] }),
    status: 409,
    code: 'OUT_OF_STOCK',
  },
];

describeDatabases('REST and tool give the same verdict', (database) => {
  let sample: Sample;
  beforeAll(async () => {
    sample = await startSample(database.url);
  });
  afterAll(() => sample.close());

  const byRest = async ({ rest, key }: Case) => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (key) headers.authorization = key;
    const { method, path, body } = rest;
    const response = await fetch(`${sample.url}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as { message: string | string[] },
    };
  };
  const byTool = ({ tool, key }: Case): Promise<Answer> =>
    postMcp(sample.url, 'tools/call', tool, key);
  const readBack = async () => {
    const orders = await postMcp(sample.url, 'tools/call', { name: 'orders_list', arguments: {} });
    const products = await postMcp(sample.url, 'tools/call', {
      name: 'products_list',
      arguments: {},
    });
    return [orders.body.result?.structuredContent, products.body.result?.content];
  };

  it.each(REFUSED)('for $title', async (refused) => {
    const before = await readBack();

    const rest = await byRest(refused);
    expect(rest.status).toBe(refused.status);

    const { status, body } = await byTool(refused);
    expect(status).toBe(200);
    expect(body.result?.isError).toBe(true);
    expect(body.result?.structuredContent).toBeUndefined();
    expect(body.result?._meta?.['dev.toolport/error']).toMatchObject({
      code: refused.code,
      status: refused.status,
    });
    const text = body.result?.content[0]?.text;
    expect(text).toMatch(new RegExp(`^${refused.code}: `));
    const said = refused.says ?? rest.body.message;
    for (const message of [said].flat()) expect(text).toContain(message);

    expect(await readBack()).toEqual(before);
  });

  it('for an order number that is no number', async () => {
    const { rest, tool } = byId('get', 'abc');
    const answer = await byRest({ title: '', rest, tool, status: 400, code: '' });
    expect(answer.status).toBe(400);
    const { body } = await byTool({ title: '', rest, tool, status: 400, code: '' });
    expect(body.result).toMatchObject({
      isError: true,
      _meta: { 'dev.toolport/error': { status: 400 } },
    });
  });

  it.each(['tools/list', 'tools/call', 'initialize', 'ping'])(
    'for a wrong key: HTTP 401, whatever it is for (%s)',
    async (method) => {
      expect(
        (await fetch(`${sample.url}/orders`, { headers: { authorization: WRONG_KEY } })).status,
      ).toBe(401);
      const params = { name: 'orders_list', arguments: {} };
      const { status, body } = await postMcp(sample.url, method, params, WRONG_KEY);
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: { data: { code: 'MCP_UNAUTHORIZED' } } });
    },
  );

  it('for an order that is placed and cancelled: the same answer, the same effect', async () => {
    const placed = await postMcp(
      sample.url,
      'tools/call',
      { name: 'orders_create', arguments: ORDER },
      WRITER,
    );
    const order = placed.body.result?.structuredContent as { id: number };
    const shown = await fetch(`${sample.url}/orders/${order.id}`);
    expect(await shown.json()).toEqual(order);

    const cancelled = await postMcp(
      sample.url,
      'tools/call',
      byId('cancel', order.id).tool,
      WRITER,
    );
    expect(cancelled.body.result?.structuredContent).toEqual({ ...order, status: 'cancelled' });

    const page = await fetch(`${sample.url}/orders?customer=Parity&pageSize=1`);
    const list = { name: 'orders_list', arguments: { customer: 'Parity', pageSize: 1 } };
    const listed = await postMcp(sample.url, 'tools/call', list);
    expect(listed.body.result?.structuredContent).toEqual((await page.json()) as OrderPageDto);
  });
});
