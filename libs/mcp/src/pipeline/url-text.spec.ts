import { toQueryString } from './query-string.js';
import { toUrlText } from './url-text.js';

describe('toUrlText', () => {
  it.each([
    ['plain', 'plain'],
    [7, '7'],
    [{ a: 1 }, '{"a":1}'],
    [Object.create(null), '{}'],
    ['a\ud800b', 'a\ufffdb'],
    ['😀', '😀'],
  ])('gives %p a form that a URL can carry', (value, text) => {
    expect(toUrlText(value)).toBe(text);
    expect(() => encodeURIComponent(toUrlText(value))).not.toThrow();
  });

  it('lets no key and no value of a query be unwritable', () => {
    expect(toQueryString({ '\udc00': ['\ud800', { '\ud800': 'x' }] })).toBe(
      '?%EF%BF%BD=%EF%BF%BD&%EF%BF%BD[%EF%BF%BD]=x',
    );
  });
});
