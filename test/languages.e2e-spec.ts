import { READER, startSample, WRITER, type Sample } from './support/sample.js';

interface Body {
  readonly result?: {
    readonly tools?: readonly { readonly name: string; readonly title?: string }[];
    readonly content?: readonly { readonly text: string }[];
    readonly isError?: boolean;
    readonly _meta?: Readonly<Record<string, { readonly retryAfter?: string }>>;
  };
}

async function ask(
  { url }: Sample,
  method: string,
  params: object,
  headers: Readonly<Record<string, string>>,
): Promise<Body> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as Body;
}

describe('the sample in three languages', () => {
  let sample: Sample;
  beforeAll(async () => (sample = await startSample()));
  afterAll(() => sample.close());

  it.each([
    ['zh-CN', ['取消订单', '下订单', '查看订单', '订单列表']],
    [
      'de',
      [
        'Bestellung stornieren',
        'Bestellung aufgeben',
        'Bestellung ansehen',
        'Bestellungen auflisten',
      ],
    ],
    ['en', ['Cancel an order', 'Place an order', 'Show an order', 'List orders']],
  ])('shows its titles in %s', async (language, titles) => {
    const { result } = await ask(sample, 'tools/list', {}, { 'accept-language': language });
    const orders = result?.tools?.filter(({ name }) => name.startsWith('orders_'));
    expect(orders?.map(({ title }) => title)).toEqual(titles);
    expect(result?.tools?.every(({ title }) => title !== undefined)).toBe(true);
  });

  it('takes _meta for the caller’s wish, too', async () => {
    const _meta = { 'io.modelcontextprotocol/acceptLanguage': 'zh-CN' };
    const { result } = await ask(sample, 'tools/list', { _meta }, {});
    expect(result?.tools?.find(({ name }) => name === 'orders_create')?.title).toBe('下订单');
  });

  it('tells of failures in the caller’s language', async () => {
    const params = { name: 'orders_get', arguments: { id: 999_999 } };
    const headers = { 'accept-language': 'de', authorization: READER };
    const { result } = await ask(sample, 'tools/call', params, headers);
    expect(result?.content?.[0]?.text).toMatch(/^NOT_FOUND: Nicht gefunden\. \(There is no order/);
  });
});

describe('the rate limit of the sample', () => {
  let sample: Sample;
  beforeEach(async () => {
    process.env.RATE_LIMIT = '2';
    sample = await startSample();
  });
  afterEach(async () => {
    delete process.env.RATE_LIMIT;
    await sample.close();
  });

  const call = (name: string, authorization: string) =>
    ask(sample, 'tools/call', { name, arguments: {} }, { authorization });
  const rest = (authorization: string) =>
    fetch(`${sample.url}/orders`, { headers: { authorization } }).then(({ status }) => status);

  it('counts each call once, by caller and tool, and says when to come back', async () => {
    expect((await call('orders_list', READER)).result?.isError).toBeUndefined();
    expect((await call('orders_list', READER)).result?.isError).toBeUndefined();
    const { result } = await call('orders_list', READER);
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringMatching(/^TOO_MANY_REQUESTS: /) }],
    });
    const retryAfter = Number(result?._meta?.['dev.toolport/error']?.retryAfter);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await call('products_list', READER)).result?.isError).toBeUndefined();
    expect((await call('orders_list', WRITER)).result?.isError).toBeUndefined();
  });

  it('counts the route and the tool on one method together', async () => {
    await expect(rest(READER)).resolves.toBe(200);
    await call('orders_list', READER);
    await expect(rest(READER)).resolves.toBe(429);
    expect((await call('orders_list', READER)).result?.isError).toBe(true);
  });
});
