import { optionProblems } from './check-options.js';
import type { McpModuleOptions } from './mcp.options.js';

const found = (options: object) =>
  optionProblems(options as McpModuleOptions).map(({ where, message }) => `${where} ${message}`);

describe('optionProblems', () => {
  it('says nothing of options that are right or left out', () => {
    const options = { name: 'x', visibility: 'guarded', timeout: 5, pageSize: undefined };
    expect(found({ ...options, http: { bodyLimit: 10, cors: true } })).toEqual([]);
    expect(found({})).toEqual([]);
  });

  it('says nothing of the shortest and longest times', () => {
    const times = { keepAlive: 1, drainTimeout: 0, streamAfter: 0, timeout: 2 ** 31 - 1 };
    expect(found({ ...times, sessions: { keys: ['k'.repeat(32)], ttl: 2 ** 40 } })).toEqual([]);
  });

  describe('with keys in the environment', () => {
    afterEach(() => {
      delete process.env.TOOLPORT_SESSION_KEYS;
    });

    it('names a key that is too short, without showing it', () => {
      process.env.TOOLPORT_SESSION_KEYS = `${'k'.repeat(32)}, hunter2`;
      expect(found({})).toEqual([expect.stringMatching(/^TOOLPORT_SESSION_KEYS .*32 characters/)]);
      expect(JSON.stringify(optionProblems({}))).not.toContain('hunter2');
      // It is not asked where the options name keys.
      expect(found({ sessions: { keys: ['k'.repeat(32)] } })).toEqual([]);
    });

    it('says nothing of keys that are long enough', () => {
      process.env.TOOLPORT_SESSION_KEYS = `${'k'.repeat(32)},`;
      expect(found({})).toEqual([]);
    });
  });

  it.each([
    [{ visibility: 'guard' }, /visibility.*'all' or 'guarded'/],
    [{ schemaProfile: 'openai' }, /schemaProfile.*'portable'/],
    [{ publicUrl: 'nope' }, /publicUrl.*absolute URL/],
    [{ timeout: -1 }, /timeout.*at least 1/],
    [{ timeout: 'soon' }, /timeout.*whole number/],
    [{ keepAlive: 0 }, /keepAlive.*at least 1 and at most 2147483647/],
    [{ keepAlive: 0.5 }, /keepAlive.*whole number/],
    [{ keepAlive: 2 ** 31 }, /keepAlive.*at least 1 and at most 2147483647/],
    [{ drainTimeout: 2 ** 40 }, /drainTimeout.*at least 0 and at most 2147483647/],
    [{ drainTimeout: Infinity }, /drainTimeout.*at least 0 and at most 2147483647/],
    [{ streamAfter: 2 ** 31 }, /streamAfter.*at least 0 and at most 2147483647/],
    [{ timeout: 2 ** 31 }, /timeout.*at least 1 and at most 2147483647/],
    [{ maxTimeout: 2 ** 31 }, /maxTimeout.*at least 1 and at most 2147483647/],
    [{ http: { bodyTimeout: 2 ** 31 } }, /bodyTimeout.*at least 1 and at most 2147483647/],
    [{ sessions: { keys: ['a'] } }, /sessions.*keys.*at least 32 characters/],
    [{ sessions: { keys: ['k'.repeat(32), 'a'] } }, /sessions.*keys.*at least 32 characters/],
    [{ sessions: { keys: 'k'.repeat(32) } }, /sessions.*keys.*array/],
    [{ sessions: { ttl: '1d' } }, /sessions.*ttl.*whole number/],
    [{ sessions: { replica: true } }, /sessions.*replica.*no such option/],
    [{ pageSize: '3' }, /pageSize.*whole number/],
    [{ path: '' }, /path.*text/],
    [{ http: { bodyLimit: '1mb' } }, /http.*bodyLimit.*whole number/],
    [{ pageSzie: 3 }, /pageSzie.*no such option/],
    [
      { http: { allowedHost: [] } },
      /^McpModule.forRoot\(\{ http: \{ allowedHost \} \}\) there is no such option/,
    ],
    [{ sessions: true }, /sessions.*an object/],
    [{ constructor: 1 }, /constructor.*no such option/],
  ])('names what is wrong with %j', (options, message) => {
    expect(found(options)).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    [{ pageSzie: 3 }, 'did you mean pageSize?'],
    [{ desc: 'x' }, expect.stringMatching(/^use one of: name, version/)],
  ])('suggests the nearest name for %j, and all of them where none is near', (options, remedy) => {
    expect(optionProblems(options as object)).toMatchObject([{ remedy }]);
  });
});
