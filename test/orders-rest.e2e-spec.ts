import request from 'supertest';
import type { OrderDto, OrderPageDto } from '../src/orders/dto/order.dto.js';
import type { ProductDto } from '../src/products/dto/product.dto.js';
import { describeDatabases } from './support/describe-databases.js';
import { READER, startSample, WRITER, WRONG_KEY, type Sample } from './support/sample.js';

const TEA = { sku: 'TEA-001', quantity: 2 };

describeDatabases('The orders API by REST', (database) => {
  let sample: Sample;
  beforeAll(async () => {
    sample = await startSample(database.url);
  });
  afterAll(() => sample.close());

  const post = (path: string, body: object, key?: string) => {
    const sent = request(sample.url).post(path).send(body);
    return key ? sent.set('authorization', key) : sent;
  };
  const place = async (order: object): Promise<OrderDto> =>
    (await post('/orders', order, WRITER).expect(201)).body as OrderDto;
  const stockOf = async (sku: string): Promise<number> => {
    const { body } = await request(sample.url).get('/products').expect(200);
    return (body as ProductDto[]).find((product) => product.sku === sku)?.stock ?? NaN;
  };

  describe('placing an order', () => {
    it('answers the order with its lines, prices and total', async () => {
      const order = await place({ customer: 'Ada', note: 'Ring twice', items: [TEA] });
      expect(order).toEqual({
        id: expect.any(Number),
        customer: 'Ada',
        note: 'Ring twice',
        status: 'open',
        items: [{ sku: 'TEA-001', quantity: 2, unitPriceCents: 1250 }],
        totalCents: 2500,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      expect((await request(sample.url).get(`/orders/${order.id}`).expect(200)).body).toEqual(
        order,
      );
    });

    it('takes the pieces from stock', async () => {
      const before = await stockOf('CUP-001');
      await place({ customer: 'Ada', items: [{ sku: 'CUP-001', quantity: 5 }] });
      expect(await stockOf('CUP-001')).toBe(before - 5);
    });

    it('names every field that is wrong', async () => {
      const items = [{ sku: 'tea', quantity: 0 }];
      const { body } = await post('/orders', { customer: '', items, more: 1 }, WRITER).expect(400);
      expect((body as { message: string[] }).message).toEqual([
        'property more should not exist',
        'customer must be longer than or equal to 1 characters',
        'items.0.sku must look like TEA-001',
        'items.0.quantity must not be less than 1',
      ]);
    });

    it('refuses text that the database cannot hold', async () => {
      const { body } = await post('/orders', { customer: 'A\u0000', items: [TEA] }, WRITER);
      expect(body).toMatchObject({
        statusCode: 400,
        message: 'A text must not contain NUL characters.',
      });
      await request(sample.url).get('/orders').query({ customer: '\u0000' }).expect(400);
    });

    it('answers 422 for a product that does not exist', async () => {
      const items = [{ sku: 'XXX-999', quantity: 1 }];
      const { body } = await post('/orders', { customer: 'Ada', items }, WRITER).expect(422);
      expect(body).toMatchObject({
        errorCode: 'UNKNOWN_SKU',
        message: 'There is no product XXX-999.',
      });
    });

    it('leaves orders and stock as they were when one line cannot be served', async () => {
      const stock = await stockOf('TEA-001');
      const items = [TEA, { sku: 'TEA-002', quantity: 1000 }];
      const { body } = await post('/orders', { customer: 'Rolled back', items }, WRITER).expect(
        409,
      );
      expect(body).toMatchObject({ errorCode: 'OUT_OF_STOCK' });
      expect(await stockOf('TEA-001')).toBe(stock);
      const found = await request(sample.url).get('/orders').query({ customer: 'Rolled back' });
      expect(found.body).toMatchObject({ orders: [], total: 0 });
    });
  });

  describe('who may', () => {
    it('lets anybody read', async () => {
      await request(sample.url).get('/orders').expect(200);
    });

    it('answers 401 for a write without a key', async () => {
      const { body } = await post('/orders', { customer: 'Ada', items: [TEA] }).expect(401);
      expect((body as { message: string }).message).toBe(
        'This needs an API key with the role "writer".',
      );
    });

    it('answers 403 for a write with the key of a reader', async () => {
      await post('/orders', { customer: 'Ada', items: [TEA] }, READER).expect(403);
    });

    it.each([WRONG_KEY, 'Bearer dev-writer-key', 'ApiKey', '', 'ApiKey dev-writer-key extra'])(
      'answers 401 for "Authorization: %s", even where nobody needs a key',
      async (authorization) => {
        await request(sample.url).get('/orders').set('authorization', authorization).expect(401);
      },
    );
  });

  describe('listing orders', () => {
    it('filters by customer and state, newest first, page by page', async () => {
      const customer = 'Grace';
      const placed: number[] = [];
      for (let n = 0; n < 3; n++) placed.push((await place({ customer, items: [TEA] })).id);
      await post(`/orders/${placed[0]}/cancel`, {}, WRITER).expect(200);

      const list = async (query: object) =>
        (
          await request(sample.url)
            .get('/orders')
            .query({ customer, ...query })
            .expect(200)
        ).body as OrderPageDto;
      const page = await list({ pageSize: 2 });
      expect(page).toMatchObject({ total: 3, page: 1, pageSize: 2 });
      expect(page.orders.map((order) => order.id)).toEqual([placed[2], placed[1]]);
      expect((await list({ pageSize: 2, page: 2 })).orders.map((order) => order.id)).toEqual([
        placed[0],
      ]);
      expect((await list({ status: 'cancelled' })).orders.map((order) => order.id)).toEqual([
        placed[0],
      ]);
    });

    it('refuses a state, a page and a page size that do not exist', async () => {
      const query = { status: 'lost', page: 0, pageSize: 101 };
      const { body } = await request(sample.url).get('/orders').query(query).expect(400);
      expect((body as { message: string[] }).message).toHaveLength(3);
    });
  });

  describe('showing an order', () => {
    it.each(['0', '-1', '999999', '99999999999999999999'])(
      'answers 404 for order %s',
      async (id) => {
        await request(sample.url).get(`/orders/${id}`).expect(404);
      },
    );

    it('answers 400 for an order number that is no number', async () => {
      await request(sample.url).get('/orders/abc').expect(400);
    });
  });

  describe('cancelling an order', () => {
    it('puts the pieces back into stock, once', async () => {
      const before = await stockOf('TEA-001');
      const { id } = await place({ customer: 'Ada', items: [TEA] });
      const { body } = await post(`/orders/${id}/cancel`, {}, WRITER).expect(200);
      expect(body).toMatchObject({ id, status: 'cancelled' });
      await post(`/orders/${id}/cancel`, {}, WRITER).expect(409);
      expect(await stockOf('TEA-001')).toBe(before);
    });
  });

  describe('at the same time', () => {
    it('sells the last pieces once', async () => {
      const left = await stockOf('POT-001');
      const order = { customer: 'Rush', items: [{ sku: 'POT-001', quantity: 1 }] };
      const answers = await Promise.all(
        Array.from({ length: left + 4 }, () => post('/orders', order, WRITER)),
      );
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(left);
      expect(statuses.filter((status) => status === 409)).toHaveLength(4);
      expect(await stockOf('POT-001')).toBe(0);
    });
  });

  it('finds products by a part of their name, wildcards taken literally', async () => {
    const names = async (name: string) => {
      const { body } = await request(sample.url).get('/products').query({ name }).expect(200);
      return (body as ProductDto[]).map((product) => product.sku);
    };
    expect(await names('POT')).toEqual(['POT-001']);
    expect(await names('%')).toEqual([]);
  });
});
