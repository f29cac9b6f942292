import { McpCallContext } from '../context/call-context.js';
import { McpError } from '../errors/mcp.error.js';
import { META } from '../protocol/messages.js';
import type { ProtocolVersion } from '../protocol/revisions.js';
import { BinaryBody } from './binary-body.js';
import type { Outcome } from './invoker.js';
import { McpResult } from './mcp-result.js';
import { toToolResult, type ToolResultOptions } from './to-tool-result.js';

function resultOf(
  outcome: Partial<Outcome>,
  options: Partial<ToolResultOptions> = {},
  protocolVersion: ProtocolVersion = '2026-07-28',
) {
  const { signal } = new AbortController();
  const call = new McpCallContext({
    kind: 'tool',
    name: 't',
    transport: 'stdio',
    signal,
    protocolVersion,
  });
  const whole = { status: 200, value: undefined, headers: {}, ...outcome };
  return toToolResult(whole, call, { name: 't', onMasked: () => {}, ...options });
}
const text = (value: string) => ({ type: 'text', text: value });

describe('toToolResult', () => {
  it.each([
    ['a text', 'x', 'x'],
    ['a number', 5, '5'],
    ['a boolean', true, 'true'],
    ['null', null, 'null'],
    ['an empty list', [], '[]'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('writes %s as text, without structured content', (_title, value, expected) => {
    expect(resultOf({ value })).toEqual({ content: [text(expected)] });
  });

  it('writes an object as text and as structured content', () => {
    expect(resultOf({ value: { a: 1 } })).toEqual({
      content: [text('{"a":1}')],
      structuredContent: { a: 1 },
    });
  });

  it('answers nothing by empty content', () => {
    expect(resultOf({ value: undefined })).toEqual({ content: [] });
  });

  it('takes no value for a ready-made result', () => {
    const page = { content: [{ type: 'text', text: 'x' }], total: 1 };
    expect(resultOf({ value: page }).structuredContent).toEqual(page);
  });

  it('hands on a hand-made result', () => {
    const value = McpResult.of([McpResult.text('a'), { type: 'text', text: 'b' }]);
    expect(resultOf({ value })).toEqual({ content: [text('a'), text('b')] });
  });

  it('names the target of a redirect', () => {
    expect(resultOf({ status: 302, location: '/x' })).toEqual({ content: [text('/x')] });
  });

  it('writes a BigInt as a decimal string in both halves', () => {
    expect(resultOf({ value: { n: 2461152330n } })).toEqual({
      content: [text('{"n":"2461152330"}')],
      structuredContent: { n: '2461152330' },
    });
  });

  it.each([
    ['image/png', { type: 'image', data: 'AQI=', mimeType: 'image/png' }],
    ['audio/wav', { type: 'audio', data: 'AQI=', mimeType: 'audio/wav' }],
    [
      'application/pdf',
      {
        type: 'resource',
        resource: {
          uri: 'toolport://tools/t/result',
          mimeType: 'application/pdf',
          blob: 'AQI=',
        },
      },
    ],
  ])('answers bytes of %s by their kind', (type, block) => {
    const bytes = Buffer.from([1, 2]);
    expect(resultOf({ value: bytes, headers: { 'content-type': type } })).toEqual({
      content: [block],
    });
    expect(resultOf({ value: new BinaryBody(bytes, type) })).toEqual({ content: [block] });
  });

  it('answers a text file as text, and names other files in the URI', () => {
    const csv = new BinaryBody(Buffer.from('a;b'), 'text/csv; charset=utf-8');
    expect(resultOf({ value: csv })).toEqual({ content: [text('a;b')] });
    const zip = resultOf({ value: new BinaryBody(Buffer.from('z'), 'application/zip', 'a b.zip') });
    expect(zip.content[0]).toMatchObject({ resource: { uri: 'toolport://tools/t/a%20b.zip' } });
  });

  describe('with an output schema', () => {
    const output = {
      check: (value: unknown) =>
        Array.isArray(value) || (typeof value === 'object' && value !== null && 'id' in value)
          ? undefined
          : [{ path: 'id', message: 'is required' }],
    };

    it('sends what fits, as JSON carries it', () => {
      const value = { id: 1, at: new Date(0) };
      expect(resultOf({ value }, { output }).structuredContent).toEqual({
        id: 1,
        at: '1970-01-01T00:00:00.000Z',
      });
    });

    it('sends a list as structured content from 2026-07-28 on, as text before', () => {
      expect(resultOf({ value: [1] }, { output }).structuredContent).toEqual([1]);
      expect(resultOf({ value: [1] }, { output }, '2025-11-25')).toEqual({
        content: [text('[1]')],
      });
    });

    it.each([
      ['another object', { other: 1 }],
      ['nothing', undefined],
      ['a hand-made result without it', McpResult.text('x')],
    ])('masks %s, and tells the log why', (_title, value) => {
      const masked: unknown[] = [];
      const onMasked = (error: unknown) => void masked.push(error);
      const result = resultOf({ value }, { output, onMasked });
      expect(result).toMatchObject({
        isError: true,
        _meta: { [META.error]: { code: 'INTERNAL', status: 500 } },
      });
      expect(result).not.toHaveProperty('structuredContent');
      expect(String(masked[0])).toContain('t does not match its output schema: id is required');
    });

    it('asks nothing of a failure', () => {
      const result = McpResult.of({ content: [], isError: true });
      expect(resultOf({ value: result }, { output })).toEqual({ content: [], isError: true });
    });
  });

  it('masks what no JSON can carry', () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(resultOf({ value: cycle }).isError).toBe(true);
  });

  it.each([
    ['a text', 'ä'.repeat(6)],
    ['bytes', new BinaryBody(Buffer.alloc(9))],
    ['a hand-made result', McpResult.text('x'.repeat(11))],
    ['structured content', McpResult.of({ content: [], structuredContent: [1, 2, 3, 4, 5] })],
    ['`_meta`', McpResult.of({ content: [], _meta: { note: 'x'.repeat(11) } })],
    ['a link', McpResult.resourceLink({ uri: 'x://a', name: 'x'.repeat(11) })],
    [
      'several short blocks',
      McpResult.of(['aaa', 'bbb', 'ccc', 'ddd'].map((one) => McpResult.text(one))),
    ],
    ['an object, which goes out twice', { a: 12 }],
  ])('refuses %s beyond the limit', (_title, value) => {
    expect(resultOf({ value }, { resultLimit: 10 })).toMatchObject({
      isError: true,
      _meta: { [META.error]: { code: 'RESULT_TOO_LARGE' } },
    });
  });

  it('of a failure that is too large, tells just that', () => {
    const long = 'x'.repeat(2_000);
    const failures: Partial<Outcome>[] = [
      { status: 404, value: { message: long } },
      { status: 409, error: new McpError('TAKEN', 'It is taken', { details: { long } }) },
      { value: McpResult.of({ content: [], isError: true, _meta: { long } }) },
    ];
    for (const failure of failures) {
      const result = resultOf(failure, { resultLimit: 1_000 });
      expect(result).toMatchObject({
        isError: true,
        _meta: { [META.error]: { code: 'RESULT_TOO_LARGE' } },
      });
      expect(JSON.stringify(result).length).toBeLessThan(1_000);
    }
  });

  it('counts the bytes of all blocks together, however short each is', () => {
    const umlauts = McpResult.of(Array.from({ length: 10 }, () => McpResult.text('ä'.repeat(60))));
    expect(resultOf({ value: umlauts }, { resultLimit: 1_100 }).isError).toBe(true);
    expect(resultOf({ value: umlauts }, { resultLimit: 2_000 }).isError).toBeUndefined();
  });

  it('counts bytes, not characters, and lets the limit itself pass', () => {
    expect(resultOf({ value: 'ä'.repeat(5) }, { resultLimit: 10 }).isError).toBeUndefined();
  });

  it('fails on an error status that the method chose', () => {
    const result = resultOf({ status: 404, value: { message: 'no such order' } });
    expect(result.content).toEqual([
      text('NOT_FOUND: no such order'),
      text('{"message":"no such order"}'),
    ]);
  });

  it('follows a filter that makes a success of an error', () => {
    const outcome = { status: 200, value: [], error: new Error('x'), answered: true };
    expect(resultOf(outcome)).toEqual({ content: [text('[]')] });
  });
});
