import { McpCallContext } from '../context/call-context.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';
import { CallExchange } from './call-exchange.js';
import { bareParts } from './request-parts.js';

function exchangeOf(call = callOf(), body: unknown = { a: 1 }) {
  const parts = bareParts({ method: 'POST', path: '/orders', body, args: { a: 1 } });
  return { call, parts, exchange: new CallExchange(call, parts, 1_000) };
}

function callOf() {
  const { signal } = new AbortController();
  return new McpCallContext({ kind: 'tool', name: 't', transport: 'stdio', signal });
}

describe('CallExchange', () => {
  it('makes one request and one response, each the other’s', () => {
    const { call, exchange } = exchangeOf();
    const { request, response } = exchange;
    expect([exchange.request, call.request, response.req]).toEqual([request, request, request]);
    expect(request.res).toBe(response);
    expect(exchange.response).toBe(response);
  });

  it('shows the arguments as a guard left them, and else as they came', () => {
    const untouched = exchangeOf();
    expect(untouched.exchange.carrier).toBe(untouched.parts);
    const { exchange } = exchangeOf();
    exchange.request.body = { changed: true };
    expect(exchange.carrier).toMatchObject({ body: { changed: true } });
  });

  it('hands out the same arguments whether they were set before or after somebody looked', () => {
    const { exchange } = exchangeOf();
    exchange.args = { parsed: 1 };
    expect(exchange.args).toEqual({ parsed: 1 });
    expect(exchange.request[REQUEST_ARGUMENTS]).toEqual({ parsed: 1 });
    exchange.args = { parsed: 2 };
    expect(exchange.request[REQUEST_ARGUMENTS]).toEqual({ parsed: 2 });
    exchange.request[REQUEST_ARGUMENTS] = { guard: 3 };
    expect(exchange.args).toEqual({ guard: 3 });
  });

  it('keeps the caller that somebody named beforehand', () => {
    const call = callOf();
    call.request = { user: 'ada' };
    exchangeOf(call);
    expect(call.caller).toBe('ada');
  });

  it.each(['before', 'after'])('tells the status of the route, set %s somebody looked', (when) => {
    const { exchange } = exchangeOf();
    const before = when === 'after' ? exchange.response.statusCode : 200;
    exchange.status = 201;
    expect(before).toBe(200);
    expect(exchange.response.statusCode).toBe(201);
    expect(exchange.outcome('x')).toMatchObject({ status: 201, value: 'x', headers: {} });
  });

  it('tells what was written to the response', () => {
    const { exchange } = exchangeOf();
    exchange.status = 201;
    exchange.response.status(418).setHeader('X-Tea', 'pot');
    const outcome = exchange.outcome('x', { phase: 'handler' });
    expect(outcome).toMatchObject({ status: 418, headers: { 'x-tea': 'pot' }, phase: 'handler' });
  });

  it('is over with its outcome, for who looks later as well', () => {
    const early = exchangeOf().exchange;
    expect(early.response.writableEnded).toBe(false);
    early.outcome('x');
    expect(early.response.writableEnded).toBe(true);
    const late = exchangeOf().exchange;
    late.outcome('x');
    expect([late.replied, late.response.writableEnded, late.replied]).toEqual([false, true, true]);
  });
});
