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

  it.each([
    [{ visibility: 'guard' }, /visibility.*'all' or 'guarded'/],
    [{ schemaProfile: 'openai' }, /schemaProfile.*'portable'/],
    [{ publicUrl: 'nope' }, /publicUrl.*absolute URL/],
    [{ timeout: -1 }, /timeout.*at least 1/],
    [{ timeout: 'soon' }, /timeout.*whole number/],
    [{ pageSize: '3' }, /pageSize.*whole number/],
    [{ path: '' }, /path.*text/],
    [{ http: { bodyLimit: '1mb' } }, /http.*bodyLimit.*whole number/],
    [{ pageSzie: 3 }, /pageSzie.*no such option/],
    [{ http: { allowedHost: [] } }, /allowedHost.*no such option/],
    [{ constructor: 1 }, /constructor.*no such option/],
  ])('names what is wrong with %j', (options, message) => {
    expect(found(options)).toEqual([expect.stringMatching(message)]);
  });
});
