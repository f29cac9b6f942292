import { canonicalJson, digestOf } from './digest.js';
import { KeyRing } from './key-ring.js';

describe('a key ring', () => {
  const ring = new KeyRing(['new', 'old'], 'session');

  it('gives back what it has signed', () => {
    const token = ring.sign('{"a":"ü"}');
    expect(token).toMatch(/^[\w-]+\.[\w-]{43}$/);
    expect(ring.verify(token)).toBe('{"a":"ü"}');
  });

  it('knows what older keys have signed, and signs with the newest', () => {
    expect(ring.verify(new KeyRing(['old'], 'session').sign('x'))).toBe('x');
    expect(new KeyRing(['new'], 'session').verify(ring.sign('x'))).toBe('x');
    expect(new KeyRing(['old'], 'session').verify(ring.sign('x'))).toBeUndefined();
  });

  it('takes no token of another purpose', () => {
    expect(ring.verify(new KeyRing(['new'], 'request-state').sign('x'))).toBeUndefined();
  });

  it('takes no changed token', () => {
    const token = ring.sign('payload');
    const [body = '', mac = ''] = token.split('.');
    const other = ring.sign('other').split('.')[0] ?? '';
    const forged = [
      `${other}.${mac}`,
      `${body}.`,
      body,
      `.${mac}`,
      '',
      '.',
      `${token}=`,
      `${token}.x`,
      `${body}.${mac.slice(0, -1)}`,
      ` ${token}`,
    ];
    for (const forgery of forged) expect(ring.verify(forgery)).toBeUndefined();
    for (let index = 0; index < token.length; index += 1) {
      const changed = token[index] === 'A' ? 'B' : 'A';
      expect(ring.verify(token.slice(0, index) + changed + token.slice(index + 1))).toBeUndefined();
    }
  });

  it('of random keys is one of a kind', () => {
    const random = KeyRing.random('session');
    expect(random.verify(random.sign('x'))).toBe('x');
    expect(KeyRing.random('session').verify(random.sign('x'))).toBeUndefined();
  });
});

describe('a digest', () => {
  it('is equal for equal JSON, whatever the order of keys', () => {
    expect(digestOf({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(
      digestOf({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }),
    );
    expect(digestOf([1, 2])).not.toBe(digestOf([2, 1]));
    expect(digestOf({ a: '1' })).not.toBe(digestOf({ a: 1 }));
  });

  it('counts every key, also one that objects treat specially', () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"a":1}}');
    expect(canonicalJson(hostile)).toBe('{"__proto__":{"a":1}}');
    expect(digestOf(hostile)).not.toBe(digestOf({}));
  });
});
