import {
  BadRequestException,
  ForbiddenException,
  HttpException,
  UnauthorizedException,
} from '@nestjs/common';
import { McpCallContext, type CallContextInit } from '../context/call-context.js';
import { McpError } from '../errors/mcp.error.js';
import { ProtocolError } from '../errors/protocol.error.js';
import { META } from '../protocol/messages.js';
import { ArgumentsRefusedException } from './argument-refusal.js';
import { defaultAnswer } from './default-answer.js';
import type { Outcome } from './invoker.js';
import { toErrorResult, type ErrorResultOptions } from './to-error-result.js';

function callOf(init: Partial<CallContextInit> = {}): McpCallContext {
  const { signal } = new AbortController();
  return new McpCallContext({ kind: 'tool', name: 't', transport: 'stdio', signal, ...init });
}
/** What the pipeline makes of an error that no filter caught. */
function thrown(error: unknown, more: Partial<Outcome> = {}): Outcome {
  return { headers: {}, error, phase: 'handler', ...defaultAnswer(error), ...more };
}
function resultOf(outcome: Outcome, options: ErrorResultOptions = {}, call = callOf()) {
  const result = toErrorResult(outcome, call, { onMasked: () => {}, ...options });
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : ''));
  return { result, texts, error: result._meta?.[META.error] };
}

describe('toErrorResult', () => {
  it.each([
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [408, 'TIMEOUT'],
    [409, 'CONFLICT'],
    [418, 'BAD_REQUEST'],
    [422, 'UNPROCESSABLE'],
    [429, 'TOO_MANY_REQUESTS'],
    [503, 'INTERNAL'],
  ])('names status %i %s', (status, code) => {
    const { result, texts, error } = resultOf(thrown(new HttpException('why', status)));
    expect(texts).toEqual([`${code}: why`]);
    expect(error).toEqual({ code, status });
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
  });

  it.each([
    [{ errorCode: 'OUT_OF_STOCK', message: 'no' }, 'OUT_OF_STOCK'],
    [{ code: 'E42', message: 'no' }, 'E42'],
    [{ code: 'ENOENT', message: 'no' }, 'BAD_REQUEST'],
    [{ code: 'ERR_INVALID_URL', message: 'no' }, 'BAD_REQUEST'],
    [{ code: 'lower', message: 'no' }, 'BAD_REQUEST'],
    [{ code: 42, message: 'no' }, 'BAD_REQUEST'],
  ])('takes the code of %j where it is one', (body, code) => {
    expect(resultOf(thrown(new BadRequestException(body))).texts[0]).toBe(`${code}: no`);
  });

  it('hands on, as data, what an exception says beside the usual', () => {
    const body = { message: 'no', left: 3 };
    expect(resultOf(thrown(new BadRequestException(body))).texts).toEqual([
      'BAD_REQUEST: no',
      '{"message":"no","left":3}',
    ]);
  });

  it('says of an McpError its code, status and details', () => {
    const error = new McpError('OUT_OF_STOCK', 'Only 3 left', {
      status: 409,
      details: { left: 3 },
    });
    expect(resultOf(thrown(error))).toMatchObject({
      texts: ['OUT_OF_STOCK: Only 3 left', '{"left":3}'],
      error: { code: 'OUT_OF_STOCK', status: 409, details: { left: 3 } },
    });
  });

  it('writes a BigInt among the details as a decimal string', () => {
    const error = new McpError('X', 'x', { details: { n: 1n } });
    expect(resultOf(thrown(error)).error).toMatchObject({ details: { n: '1' } });
  });

  it('masks a failure without a cause', () => {
    const { texts } = resultOf(thrown(undefined, { status: 500 }));
    expect(texts[0]).toMatch(/^INTERNAL: /);
  });

  it.each([[new Error('password=hunter2')], ['a text'], [null]])(
    'masks %p, and tells the cause under the reference',
    (error) => {
      const masked: unknown[][] = [];
      const outcome = thrown(error, { status: 500 });
      const { texts } = resultOf(outcome, { onMasked: (...told) => void masked.push(told) });
      const [cause, reference] = masked[0];
      expect(cause).toBe(error);
      expect(texts).toEqual([`INTERNAL: Internal server error (ref ${String(reference)})`]);
    },
  );

  it('masks an Error that was given as the response of an exception', () => {
    const error = new UnauthorizedException(new Error('password=hunter2'));
    expect(resultOf(thrown(error)).texts).toEqual(['UNAUTHORIZED: Unauthorized']);
  });

  it('says what a filter of the application answered, unmasked', () => {
    const error = new Error('inner');
    const outcome = thrown(error, {
      answered: true,
      status: 418,
      value: { code: 'E42', hint: 'x' },
    });
    expect(resultOf(outcome).texts).toEqual(["E42: I'm a Teapot", '{"code":"E42","hint":"x"}']);
  });

  it('moves Retry-After into _meta', () => {
    const outcome = thrown(new HttpException('slow', 429), { headers: { 'retry-after': '7' } });
    expect(resultOf(outcome).error).toMatchObject({ retryAfter: '7' });
  });

  it.each([
    ['CANCELLED', 499, new Error('gone')],
    ['TIMEOUT', 408, new DOMException('late', 'TimeoutError')],
  ])('names an aborted call %s', (code, status, error) => {
    expect(resultOf(thrown(error, { status, aborted: true })).error).toEqual({ code, status });
  });

  describe('a refusal of the arguments', () => {
    it('lists every field that the messages name', () => {
      const error = new BadRequestException([
        'name must be a string',
        'inner.n must be an integer',
      ]);
      expect(resultOf(thrown(error, { invalid: true })).texts).toEqual([
        'VALIDATION_FAILED: name must be a string; inner.n must be an integer',
      ]);
    });

    it('writes the path before grouped messages', () => {
      const message = { 'inner.n': ['n must be an integer'], age: ['too young'] };
      const error = new BadRequestException({ message, error: 'Bad Request', statusCode: 400 });
      expect(resultOf(thrown(error, { invalid: true })).texts[0]).toBe(
        'VALIDATION_FAILED: inner.n must be an integer; age: too young',
      );
    });

    it('adds the fields that a message of the application does not name', () => {
      const error = new BadRequestException(['too short']);
      const issues = [{ path: 'name', message: 'must have 3 characters' }];
      expect(resultOf(thrown(error, { invalid: true, issues }))).toMatchObject({
        texts: ['VALIDATION_FAILED: too short; name must have 3 characters'],
        error: { details: { issues } },
      });
    });

    it('says our own issues as a ValidationPipe would', () => {
      const issues = [{ path: 'items[2].sku', message: 'must be a string' }];
      const error = new ArgumentsRefusedException(issues);
      expect(resultOf(thrown(error, { invalid: true, issues })).texts).toEqual([
        'VALIDATION_FAILED: items[2].sku must be a string',
      ]);
    });

    it('leaves the application its own code', () => {
      const error = new BadRequestException({ errorCode: 'BAD_ORDER', message: 'no' });
      expect(resultOf(thrown(error, { invalid: true })).texts[0]).toBe('BAD_ORDER: no');
    });
  });

  describe('a refusal of credentials', () => {
    const refused = thrown(new UnauthorizedException('no'), { phase: 'guards' });
    const http = (headers: Record<string, string>) => callOf({ transport: 'http', headers });

    it.each(['authorization', 'x-api-key', 'cookie'])(
      'refuses the whole request over HTTP when %s was presented',
      (name) => {
        const act = () => resultOf(refused, {}, http({ [name]: 'x' }));
        expect(act).toThrow(ProtocolError);
        expect(act).toThrow(
          expect.objectContaining({
            code: 'MCP_UNAUTHORIZED',
            status: 401,
            headers: { 'www-authenticate': expect.stringMatching(/^Bearer/) as string },
          }),
        );
      },
    );

    it('keeps the challenge that a guard wrote', () => {
      const headers = { 'www-authenticate': 'Key realm="orders"' };
      expect(() => resultOf({ ...refused, headers }, {}, http({ cookie: 'x' }))).toThrow(
        expect.objectContaining({ headers }),
      );
    });

    it('is a result without credentials, unless OAuth is configured', () => {
      expect(resultOf(refused, {}, http({})).texts).toEqual(['UNAUTHORIZED: no']);
      expect(() => resultOf(refused, { oauth: true }, http({}))).toThrow(ProtocolError);
    });

    it.each([
      ['the handler threw it', thrown(new UnauthorizedException('no')), http({ cookie: 'x' })],
      ['it came over stdio', refused, callOf({ headers: { authorization: 'x' } })],
      [
        'it is a 403',
        thrown(new ForbiddenException('no'), { phase: 'guards' }),
        http({ cookie: 'x' }),
      ],
    ])('is a result where %s', (_title, outcome, call) => {
      expect(resultOf(outcome, {}, call).result.isError).toBe(true);
    });
  });
});
