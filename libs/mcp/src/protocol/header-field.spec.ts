import { isFieldName, isFieldValue } from './header-field.js';

describe('header fields', () => {
  it.each(['X-Api-Key', 'a', "!#$%&'*+.^_`|~-9"])('%s is a name', (name) => {
    expect(isFieldName(name)).toBe(true);
  });

  it.each(['', 'a b', 'a:', 'ä', 'a\r\n', '(a)'])('%j is no name', (name) => {
    expect(isFieldName(name)).toBe(false);
  });

  it.each(['', 'Bearer a/b=', 'caf\xe9', 'a\tb'])('%j is a value', (value) => {
    expect(isFieldValue(value)).toBe(true);
  });

  it.each(['a\nb', 'a\r\nx: y', '\0', '\u4e2d', '\x7f'])('%j is no value', (value) => {
    expect(isFieldValue(value)).toBe(false);
  });
});
