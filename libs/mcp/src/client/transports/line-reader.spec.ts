import { LineReader } from './line-reader.js';

describe('LineReader', () => {
  const read = (...chunks: string[]) => {
    const reader = new LineReader(16);
    const lines = chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));
    return { lines: lines.map(String), rest: String(reader.rest()) };
  };

  it('joins the pieces of a line and cuts several lines out of one piece', () => {
    expect(read('a', 'b', 'c\nd\n\ne', 'f')).toEqual({ lines: ['abc', 'd', ''], rest: 'ef' });
  });

  it('knows both line ends, also when the piece ends between them', () => {
    expect(read('a\r', '\nb\r\n')).toEqual({ lines: ['a', 'b'], rest: '' });
  });

  it('keeps characters whole that arrive in two pieces', () => {
    const reader = new LineReader(16);
    const bytes = Buffer.from('grün\n');
    reader.push(bytes.subarray(0, 3));
    expect(reader.push(bytes.subarray(3)).map(String)).toEqual(['grün']);
  });

  it('refuses a line that is too long, whether it comes whole or in pieces', () => {
    expect(() => read('x'.repeat(17) + '\n')).toThrow(/longer than 16 bytes/);
    expect(() => read('x'.repeat(10), 'x'.repeat(10))).toThrow(RangeError);
    expect(read('x'.repeat(16) + '\n', 'y'.repeat(16) + '\n').lines).toHaveLength(2);
  });
});
