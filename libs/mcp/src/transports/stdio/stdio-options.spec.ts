import type { MessageContext } from '../../server/message-context.js';
import { presentedBy } from '../../server/principal.js';
import { headersOf, readStdioCommand } from './stdio-options.js';

const run = (args: string[], env: Record<string, string> = {}) => readStdioCommand(args, env);

describe('readStdioCommand', () => {
  it('reads options, with or without an equals sign', () => {
    const args = ['--authorization', 'ApiKey x y', '--tenant=acme', '--correlation-id', 'c-1'];
    expect(run([...args, '--locale', 'zh-cn', '--timeout', '250'])).toEqual({
      run: {
        authorization: 'ApiKey x y',
        tenant: 'acme',
        correlationId: 'c-1',
        locale: 'zh-CN',
        timeout: 250,
      },
    });
  });

  it('reads variables, which options beat', () => {
    const env = {
      TOOLPORT_AUTHORIZATION: 'Bearer env',
      TOOLPORT_TENANT: 'env',
      TOOLPORT_CORRELATION_ID: 'env',
      TOOLPORT_LOCALE: 'de',
      TOOLPORT_TIMEOUT: '1',
    };
    expect(run([], env)).toEqual({
      run: {
        authorization: 'Bearer env',
        tenant: 'env',
        correlationId: 'env',
        locale: 'de',
        timeout: 1,
      },
    });
    expect(run(['--tenant', 'option', '--timeout', '2'], env)).toMatchObject({
      run: { tenant: 'option', timeout: 2, locale: 'de' },
    });
  });

  it('says nothing where nothing was said; an empty variable is none', () => {
    expect(run([], { TOOLPORT_TENANT: '', TOOLPORT_TIMEOUT: '' })).toEqual({ run: {} });
  });

  it('does not look at a variable that an option beats', () => {
    expect(run(['--timeout', '5'], { TOOLPORT_TIMEOUT: 'x' })).toMatchObject({
      run: { timeout: 5 },
    });
  });

  it.each([
    [['--no-such-option'], {}, '--no-such-option'],
    [['-x'], {}, '-x'],
    [['extra'], {}, 'argument 1'],
    [['--timeout'], {}, '--timeout'],
    [['--timeout', '-1'], {}, '--timeout'],
    [['--timeout', '0'], {}, '--timeout'],
    [['--timeout', '1.5'], {}, '--timeout'],
    [['--timeout', '1e3'], {}, '--timeout'],
    [['--timeout', '2147483648'], {}, '--timeout'],
    [['--timeout='], {}, '--timeout'],
    [['--locale', 'not a tag'], {}, '--locale'],
    [['--authorization', 'a\r\nx-admin: 1'], {}, '--authorization'],
    [['--authorization', 'ключ'], {}, '--authorization'],
    [['--tenant', ' '], {}, '--tenant'],
    [['--tenant='], {}, '--tenant'],
    [['--help=yes'], {}, '--help'],
    [['--header'], {}, '--header'],
    [['--header', 'x-api-key'], {}, "--header must be written 'Name: value'"],
    [['--header', ': x'], {}, '--header'],
    [['--header', 'x api: y'], {}, '--header'],
    [['--header', 'x-api-key:'], {}, '--header has a value of "x-api-key" that must not be empty'],
    [['--header', 'X-Key: a\r\nx-admin: 1'], {}, '"x-key"'],
    [['--header', 'X-Key: a', '--header', 'x-key: b'], {}, '--header names "x-key" twice'],
    [['--header', 'Authorization: x'], {}, '--header cannot carry "authorization": use --auth'],
    [['--header', 'Accept-Language: de'], {}, 'use --locale'],
    [['--header', 'Content-Length: 0'], {}, '"content-length"'],
    [['--header', 'Mcp-Session-Id: x'], {}, '"mcp-session-id"'],
    [['--header', 'Host: example.com'], {}, '"host"'],
    [['--header', 'Transfer-Encoding: chunked'], {}, '"transfer-encoding"'],
    [[], { TOOLPORT_HEADERS: 'x-api-key: y' }, 'TOOLPORT_HEADERS must be a JSON object'],
    [[], { TOOLPORT_HEADERS: '["x"]' }, 'TOOLPORT_HEADERS must be a JSON object'],
    [[], { TOOLPORT_HEADERS: 'null' }, 'TOOLPORT_HEADERS must be a JSON object'],
    [[], { TOOLPORT_HEADERS: '{"x-api-key":7}' }, 'TOOLPORT_HEADERS has a value of "x-api-key"'],
    [[], { TOOLPORT_HEADERS: '{"X-Key":"a","x-key":"b"}' }, 'TOOLPORT_HEADERS names "x-key" twice'],
    [[], { TOOLPORT_HEADERS: '{"connection":"x"}' }, 'TOOLPORT_HEADERS cannot carry "connection"'],
    [[], { TOOLPORT_TIMEOUT: 'soon' }, 'TOOLPORT_TIMEOUT'],
    [[], { TOOLPORT_LOCALE: '_' }, 'TOOLPORT_LOCALE'],
    [[], { TOOLPORT_AUTHORIZATION: 'a\nb' }, 'TOOLPORT_AUTHORIZATION'],
    [[], { TOOLPORT_CORRELATION_ID: 'a\u0000' }, 'TOOLPORT_CORRELATION_ID'],
  ])('refuses %j with %j and names the place', (args, env, place) => {
    const command = run(args, env);
    expect(command).toEqual({ refused: expect.stringContaining(place) as string });
  });

  it.each([
    [['--authorization', 'hunter2\n'], {}],
    [['--authorization', 'Bearer', 'hunter2'], {}],
    [['--header', 'hunter2'], {}],
    [['--header', 'X-Api-Key:', 'hunter2'], {}],
    [['--header', 'X-Api-Key: hunter2\n'], {}],
    [['--header', 'X-Key: hunter2', '--header', 'X-Key: hunter2'], {}],
    [[], { TOOLPORT_HEADERS: 'hunter2' }],
    [[], { TOOLPORT_HEADERS: '{"X-Api-Key":"hunter2\\n"}' }],
    [[], { TOOLPORT_HEADERS: '{"hunter2 ":"x"}' }],
  ])('never repeats a credential that it refuses: %j with %j', (args, env) => {
    const { refused } = run(args, env) as { refused: string };
    expect(refused).toEqual(expect.any(String));
    expect(refused).not.toContain('hunter2');
  });

  it('reads further headers, lower-cased and without the white space round a value', () => {
    const args = ['--header', 'X-Api-Key:  key: 1 ', '--header=cookie:a=b'];
    expect(run(args)).toEqual({ run: { headers: { 'x-api-key': 'key: 1', cookie: 'a=b' } } });
  });

  it('reads further headers of the variable, each of which an option of its name beats', () => {
    const env = { TOOLPORT_HEADERS: '{"X-Api-Key":"env","X-Role":"env"}' };
    expect(run(['--header', 'x-role: option'], env)).toEqual({
      run: { headers: { 'x-api-key': 'env', 'x-role': 'option' } },
    });
    expect(run([], { TOOLPORT_HEADERS: '' })).toEqual({ run: {} });
  });

  it.each([
    ['--help', 'help'],
    ['-h', 'help'],
    ['--version', 'version'],
    ['-v', 'version'],
  ])('shows what %s asks for, whatever else is wrong with the environment', (arg, show) => {
    expect(run([arg], { TOOLPORT_TIMEOUT: 'x' })).toEqual({ show });
  });

  it.each([
    ['de_DE.UTF-8', 'de-DE'],
    ['zh_CN', 'zh-CN'],
    ['sr_RS@latin', 'sr-RS'],
    ['en', 'en'],
    ['C', undefined],
    ['C.UTF-8', undefined],
    ['POSIX', undefined],
    ['', undefined],
    ['nonsense!', undefined],
  ])('takes the language of LANG=%s where nothing else says one', (LANG, locale) => {
    expect(run([], { LANG })).toEqual({ run: locale === undefined ? {} : { locale } });
    expect(run(['--locale', 'fr'], { LANG })).toEqual({ run: { locale: 'fr' } });
  });

  it('unwraps the quotes that `nest start --no-shell` leaves round every argument', () => {
    expect(run(['"--tenant"', '"acme"'])).toEqual({ run: { tenant: 'acme' } });
    expect(run(['"--no-such-option"'])).toEqual({
      refused: expect.stringContaining("'--no-such-option'") as string,
    });
    expect(run(['--tenant', '"acme"'])).toEqual({ run: { tenant: '"acme"' } });
  });
});

describe('headersOf', () => {
  it('turns settings into the headers of a request', () => {
    const settings = { authorization: 'ApiKey x', tenant: 't', correlationId: 'c', locale: 'de' };
    expect(headersOf({ ...settings, headers: { 'x-api-key': 'k' }, timeout: 5 })).toEqual({
      'x-api-key': 'k',
      authorization: 'ApiKey x',
      'x-tenant-id': 't',
      'x-correlation-id': 'c',
      'accept-language': 'de',
    });
  });

  it('gives headers by which callers are told apart, as over HTTP', () => {
    const caller = (key: string) => {
      const headers = headersOf({ headers: { 'x-api-key': key } });
      const context: MessageContext = {
        transport: 'stdio',
        headers,
        signal: new AbortController().signal,
        send: async () => {},
      };
      return presentedBy(context, { info: { name: 'a', version: '1' } });
    };
    expect(caller('one')).toMatch(/^credentials:/);
    expect(caller('one')).not.toBe(caller('two'));
  });

  it('makes up nothing: no credentials are no header', () => {
    expect(headersOf({})).toEqual({});
  });
});
