import { toQueryString, toQueryValue } from './query-string.js';

describe('toQueryValue', () => {
  it.each([
    [5, '5'],
    [true, 'true'],
    ['x', 'x'],
    [
      [1, null, 'a'],
      ['1', 'a'],
    ],
    [null, undefined],
  ])('hands %j over as a URL would', (value, expected) => {
    expect(toQueryValue(value)).toEqual(expected);
  });

  it('goes into objects, and makes them without a prototype', () => {
    const value = toQueryValue({ a: { b: 1, c: null } }) as { a: object };
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect({ ...value.a }).toEqual({ b: '1' });
  });
});

describe('toQueryString', () => {
  it('writes names and values percent-encoded, lists by repetition', () => {
    expect(toQueryString({ q: 'a&b=c', ids: ['1', '2'], 'x y': '' })).toBe(
      '?q=a%26b%3Dc&ids=1&ids=2&x%20y=',
    );
  });

  it('writes nested values with brackets', () => {
    expect(toQueryString({ filter: { name: 'a', tags: ['x', 'y'] } })).toBe(
      '?filter[name]=a&filter[tags]=x&filter[tags]=y',
    );
  });

  it('is empty without values', () => {
    expect(toQueryString({ a: undefined })).toBe('');
  });
});
