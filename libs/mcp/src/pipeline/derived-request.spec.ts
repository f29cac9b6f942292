import { EventEmitter } from 'node:events';
import { REQUEST_CONTEXT_ID } from '@nestjs/core/router/request/request-constants.js';
import { McpCallContext } from '../context/call-context.js';
import type { McpPrincipal } from '../context/principal.js';
import { deriveRequest } from './derived-request.js';

class RealRequest extends EventEmitter {
  readonly headers = { authorization: 'key' };
  readonly method = 'POST';
  user: unknown = 'outer';
  session = { id: 1 };
  res = 'the real response';
  rawBody = 'the message';
  [REQUEST_CONTEXT_ID] = 'the scope of the POST';
  stored: unknown;
  get protocol(): string {
    return `${this.method} protocol`;
  }
  get kept(): unknown {
    return this.stored;
  }
  set kept(value: unknown) {
    this.stored = `kept ${String(value)}`;
  }
  get(name: string): unknown {
    return (this.headers as Record<string, string>)[name];
  }
}

function derive(base: object = new RealRequest(), principal?: McpPrincipal) {
  const controller = new AbortController();
  const call = new McpCallContext({
    kind: 'tool',
    name: 't',
    transport: 'http',
    signal: controller.signal,
    principal,
  });
  const request = deriveRequest(base, call, {
    method: 'GET',
    url: '/x?a=1',
    path: '/x',
    route: '/x',
    params: {},
    query: {},
    body: { a: 1 },
    args: undefined,
  });
  return { base, call, request: request as RealRequest & Record<PropertyKey, unknown> };
}

describe('deriveRequest', () => {
  it('shadows what belongs to the route and inherits the rest', () => {
    const { request } = derive();
    expect([request.method, request.url, request.body]).toEqual(['GET', '/x?a=1', { a: 1 }]);
    expect([request.session, request.get('authorization')]).toEqual([{ id: 1 }, 'key']);
    expect(request.protocol).toBe('GET protocol');
  });

  it('is of the real request’s kind', () => {
    const { base, request } = derive();
    expect(request).toBeInstanceOf(RealRequest);
    expect(request.constructor).toBe(RealRequest);
    expect(Object.getPrototypeOf(request)).toBe(base);
    expect('session' in request && 'url' in request && !('other' in request)).toBe(true);
    expect(Object.keys(request)).toContain('url');
    expect(Object.keys(request)).not.toContain('session');
  });

  it('writes nothing to the real request', () => {
    const { base, request } = derive();
    request.user = 'inner';
    Object.assign(request, { tenant: 't' });
    Object.defineProperty(request, 'fixed', { value: 1, configurable: false });
    request.rawBody = 'mine';
    expect([request.user, request.tenant, request.fixed, request.rawBody]).toEqual([
      'inner',
      't',
      1,
      'mine',
    ]);
    expect(base).toMatchObject({ user: 'outer', rawBody: 'the message' });
    expect(base).not.toHaveProperty('tenant');
  });

  it('asks the real request’s setters, and refuses where it is read-only, as by inheritance', () => {
    const { base, request } = derive();
    request.kept = 1;
    expect([request.kept, (base as RealRequest).kept]).toEqual(['kept 1', undefined]);
    expect(() => Object.assign(request, { protocol: 'x' })).toThrow(TypeError);
  });

  it('forgets what is deleted from it, and the real request keeps it', () => {
    const { base, request } = derive();
    Reflect.deleteProperty(request, 'user');
    Reflect.deleteProperty(request, 'session');
    expect([request.user, request.session]).toEqual([undefined, undefined]);
    expect('user' in request || 'session' in request).toBe(false);
    expect(base).toMatchObject({ user: 'outer', session: { id: 1 } });
    request.session = { id: 2 };
    expect(request.session).toEqual({ id: 2 });
  });

  it('shows the whole request to an accessor that somebody defines on it', () => {
    const { request } = derive();
    Object.defineProperty(request, 'lazy', {
      get(this: RealRequest) {
        return [this.method, this.session.id];
      },
    });
    expect(request.lazy).toEqual(['GET', 1]);
  });

  it('may be inherited from: what is written to the heir stays there', () => {
    const { request } = derive();
    const heir = Object.create(request) as typeof request;
    Object.assign(heir, { user: 'heir', mine: 1 });
    expect([heir.user, heir.method, request.user, request.mine]).toEqual([
      'heir',
      'GET',
      'outer',
      undefined,
    ]);
  });

  it('may have other headers, and so may an heir; the real request keeps its own', () => {
    const { base, request } = derive();
    request.headers.authorization = 'changed';
    expect(request.headers).toEqual({ authorization: 'changed' });
    const heir = Object.assign(Object.create(request) as object, { headers: { a: 'heir' } });
    Object.assign(request, { headers: { a: 'mine' } });
    expect([heir.headers, request.headers]).toEqual([{ a: 'heir' }, { a: 'mine' }]);
    expect(base).toMatchObject({ headers: { authorization: 'key' } });
  });

  it('reaches neither the real response, nor the message, nor the scope of the POST', () => {
    const { request } = derive();
    expect(request.res).toBeUndefined();
    expect(request[REQUEST_CONTEXT_ID]).toBeUndefined();
    expect(String(request.rawBody)).toBe('{"a":1}');
  });

  it('is of the principal that the access token names, where no middleware found another', () => {
    const principal: McpPrincipal = {
      subject: 'ada',
      issuer: 'https://id.example',
      scopes: [],
      claims: {},
    };
    const { request } = derive({ headers: {} }, principal);
    expect([request.user, request.auth]).toEqual([principal, principal]);
    const { request: known } = derive(new RealRequest(), principal);
    expect([known.user, known.auth]).toEqual(['outer', principal]);
  });

  it('carries the signal of the call', () => {
    const { request, call } = derive();
    expect(request.signal).toBe(call.signal);
  });

  it('leaves listeners, and their count, to the real request', () => {
    const { base, request } = derive();
    const heard: string[] = [];
    const listener = () => void heard.push('close');
    expect(request.on('close', listener)).toBe(request);
    request.once('end', listener);
    expect((base as EventEmitter).listenerCount('close')).toBe(1);
    (base as EventEmitter).emit('close');
    request.off('close', listener);
    (base as EventEmitter).emit('close');
    expect(heard).toEqual(['close']);
    expect((base as EventEmitter).listenerCount('end')).toBe(1);
  });

  it('has a raw request of its own where the real one has (Fastify)', () => {
    const raw = Object.assign(new EventEmitter(), { method: 'POST', url: '/mcp', socket: 's' });
    const { request } = derive({ headers: { a: 'b' }, raw });
    expect(request.raw).toMatchObject({ method: 'GET', url: '/x?a=1', socket: 's' });
    expect(raw.url).toBe('/mcp');
    expect('on' in request).toBe(false);
  });

  it('owns its raw request, as Fastify’s does', () => {
    const raw = { headers: { a: 'b' } };
    const shown = () => derive({ headers: {}, raw }).request;
    expect(Object.hasOwn(shown(), 'raw')).toBe(true);
    expect(Object.keys(shown())).toContain('raw');
    expect((Object.assign({}, shown()) as { raw?: object }).raw).toMatchObject({
      method: 'GET',
      url: '/x?a=1',
    });
    expect(Object.hasOwn(derive({ headers: {} }).request, 'raw')).toBe(false);
  });

  it.each(['first', 'last'])(
    'shares its headers with the raw one, looked at %s (Fastify)',
    (when) => {
      const raw = { headers: { a: 'b' } };
      const { request } = derive({ headers: { a: 'b' }, raw });
      const rawHeaders = () => (request.raw as typeof raw).headers;
      const early = when === 'first' ? rawHeaders() : undefined;
      Object.assign(request.headers, { verified: 'yes' });
      expect(rawHeaders()).toEqual({ a: 'b', verified: 'yes' });
      expect(early ?? rawHeaders()).toBe(rawHeaders());
      Object.assign(request, { headers: {} });
      expect(rawHeaders()).toEqual({ a: 'b', verified: 'yes' });
      expect(raw).toEqual({ headers: { a: 'b' } });
    },
  );
});
