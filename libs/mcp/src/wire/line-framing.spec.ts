import { encodeLines, LineDecoder } from './line-framing.js';

const linesOf = (decoder: LineDecoder, ...chunks: (string | Buffer)[]) =>
  chunks.flatMap((chunk) =>
    [...decoder.push(Buffer.from(chunk as string))].map((line) => line?.toString('utf8')),
  );

describe('LineDecoder', () => {
  it('cuts lines wherever the chunks are cut', () => {
    const text = '{"a":1}\n{"b":2}\r\n\n   \r\n{"c":"→ 😀"}\n';
    const bytes = Buffer.from(text);
    const whole = linesOf(new LineDecoder(100), bytes);
    expect(whole).toEqual(['{"a":1}', '{"b":2}\r', '{"c":"→ 😀"}']);
    for (let size = 1; size <= bytes.length; size++) {
      const decoder = new LineDecoder(100);
      const chunks = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      expect(linesOf(decoder, ...chunks)).toEqual(whole);
    }
  });

  it('gives the last line at the end, without its newline', () => {
    const decoder = new LineDecoder(100);
    expect(linesOf(decoder, '{"a"', ':1}')).toEqual([]);
    expect(decoder.flush()?.toString()).toBe('{"a":1}');
    expect(decoder.flush()).toBeUndefined();
  });

  it('takes a line as long as the limit, and throws away a longer one, naming it once', () => {
    expect(linesOf(new LineDecoder(5), '12345\n1234', '56\n', 'ok\n')).toEqual([
      '12345',
      undefined,
      'ok',
    ]);
    expect(linesOf(new LineDecoder(5), '1234567', '89', '0\nok\n')).toEqual([undefined, 'ok']);
    expect(linesOf(new LineDecoder(5), '123456789\nok\n')).toEqual([undefined, 'ok']);
  });

  it('keeps nothing of a line that never ends', () => {
    const decoder = new LineDecoder(5);
    expect(linesOf(decoder, '123456')).toEqual([undefined]);
    for (let chunk = 0; chunk < 100; chunk++) expect(linesOf(decoder, '0123456789')).toEqual([]);
    expect(decoder.flush()).toBeUndefined();
  });
});

describe('encodeLines', () => {
  it.each([
    ['ASCII', { text: 'plain "quoted" \\ \n \u007f' }],
    ['other letters', { text: 'тест → ★ 日本語' }],
    ['characters beyond U+FFFF', { text: '😀👩‍🚀' }],
    ['lone surrogates', { text: '\ud83d x \ude00' }],
    ['line separators', { text: '\u2028\u2029\u0085' }],
    ['keys', { ключ: 1 }],
  ])('writes %s as one line of ASCII that means the same', (_, value) => {
    const line = Buffer.from(encodeLines(`${JSON.stringify(value)}\n`));
    expect([...line].every((byte) => byte < 0x80)).toBe(true);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line.toString('latin1'))).toEqual(value);
  });

  it('escapes as JSON does', () => {
    expect(Buffer.from(encodeLines('"é😀"\n')).toString('latin1')).toBe(
      '"\\u00e9\\ud83d\\ude00"\n',
    );
  });
});
