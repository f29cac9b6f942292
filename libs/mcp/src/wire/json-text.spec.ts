import { parseJsonText } from './json-text.js';

const parse = (text: string | Buffer, maxDepth = 64) =>
  parseJsonText(Buffer.from(text as string), maxDepth);
const codeOf = (text: string | Buffer, maxDepth?: number) => {
  try {
    parse(text, maxDepth);
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('parseJsonText', () => {
  it('reads what JSON.parse reads, a byte order mark in front of it or not', () => {
    const value = { a: [1, 'é😀', null, true], b: { c: {} } };
    expect(parse(JSON.stringify(value))).toEqual(value);
    expect(parse(`\ufeff${JSON.stringify(value)}`)).toEqual(value);
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", 'NaN', '\ufeff', '{}\n{}', '"\\x"'])(
    'refuses %j as no JSON, and does not quote it',
    (text) => {
      expect(codeOf(text)).toBe('MCP_PARSE');
      expect(() => parse(text)).toThrow(/^The message is not valid JSON$/);
    },
  );

  it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xc0, 0xaf, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]]])(
    'refuses the bytes %j as no UTF-8',
    (bytes) => expect(codeOf(Buffer.from(bytes))).toBe('MCP_PARSE'),
  );

  it('counts the levels of objects and arrays alike', () => {
    expect(codeOf('[[[[]]]]', 4)).toBe('none');
    expect(codeOf('[[[[[]]]]]', 4)).toBe('MCP_INVALID_REQUEST');
    expect(codeOf('{"a":[{"b":[]}]}', 4)).toBe('none');
    expect(codeOf('{"a":[{"b":[{}]}]}', 4)).toBe('MCP_INVALID_REQUEST');
    expect(codeOf('[[],[],[],[],[],[]]', 2)).toBe('none');
  });

  it('does not count what stands in strings, escaped quotes or not', () => {
    expect(codeOf('["[[[[[["]', 2)).toBe('none');
    expect(codeOf('["\\"[[[[[[", "\\\\", "[[[["]', 2)).toBe('none');
    expect(codeOf('["\\\\",[[]]]', 2)).toBe('MCP_INVALID_REQUEST');
  });

  it('survives a nesting that would overflow a recursive check', () => {
    expect(codeOf('['.repeat(5_000_000))).toBe('MCP_INVALID_REQUEST');
  });

  it('leaves out keys that would change a prototype, however they are spelled', () => {
    const value = parse(
      '{"__proto__":{"x":1},"a":{"\\u005f\\u005fproto\\u005f_":{"x":1},"b":[{"__proto__":1}]},' +
        '"constructor":{"prototype":{"x":1}},"d":{"\\u0063onstructor":{"prototype":1}}}',
    );
    expect(JSON.stringify(value)).toBe('{"a":{"b":[{}]},"d":{}}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('keeps keys that only look like it', () => {
    const text = '{"constructor":"Ford","proto":1,"prototype":2,"é":"__proto__"}';
    expect(JSON.stringify(parse(text))).toBe(text);
  });

  it('takes the last of two equal keys', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 });
  });
});
