import { decodeHeaderValue, encodeHeaderValue, trimWhitespace } from './header-value.js';

describe('header values', () => {
  it.each([
    ['us-west1', 'us-west1'],
    ['two words', 'two words'],
    ['', ''],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['=?base64?', '=?base64?'],
    ['\ufeffx', '=?base64?77u/eA==?='],
  ])('%j travels as %j, and back', (value, encoded) => {
    expect(encodeHeaderValue(value)).toBe(encoded);
    expect(decodeHeaderValue(encoded)).toBe(value);
  });

  it.each([
    '=?base64?SGVsbG8?=',
    '=?base64?SGVs!!!bG8=?=',
    '=?base64?SGVsbG8==?=',
    '=?base64?/w==?=',
    'h\u00f6he',
    'a\nb',
    'a\0b',
  ])('%j is malformed', (value) => {
    expect(decodeHeaderValue(value)).toBeUndefined();
  });

  it.each(['=?BASE64?SGVsbG8=?=', '=?base64?SGVsbG8=', 'SGVsbG8=?='])('%j is literal', (value) => {
    expect(decodeHeaderValue(value)).toBe(value);
  });

  it('whitespace around a value is no part of it, however much there is', () => {
    expect(decodeHeaderValue(' \t a b\t ')).toBe('a b');
    const long = `a${' '.repeat(200_000)}b`;
    expect(trimWhitespace(long)).toBe(long);
  });
});
