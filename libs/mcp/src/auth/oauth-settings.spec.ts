import type { SetupProblem } from '../errors/setup.error.js';
import type { McpOAuthOptions } from './oauth.options.js';
import { settleOAuth } from './oauth-settings.js';

const GOOD: McpOAuthOptions = {
  issuer: 'https://login.example.com',
  publicUrl: 'https://api.example.com/mcp',
};

function faults(options: Partial<McpOAuthOptions>): string[] {
  const found: SetupProblem[] = [];
  settleOAuth({ ...GOOD, ...options }, undefined, (problem) => found.push(problem));
  return found.map(({ where }) => where);
}

describe('settleOAuth', () => {
  it('takes the least that is needed, with the safe defaults', () => {
    const settings = settleOAuth(GOOD, undefined, () => {});
    expect(settings).toMatchObject({
      audience: ['https://api.example.com/mcp'],
      authorizationServers: ['https://login.example.com'],
      tokenTypes: ['at+jwt'],
      clockTolerance: 5,
      dpop: { mode: 'accept' },
    });
    expect(settings.algorithms).not.toContain('none');
    expect(settings.algorithms.filter((name) => name.startsWith('HS'))).toEqual([]);
  });

  it("takes the module's address where the options name none", () => {
    const { audience } = settleOAuth({ issuer: GOOD.issuer }, 'https://a.example/mcp', () => {});
    expect(audience).toEqual(['https://a.example/mcp']);
  });

  it.each<[string, Partial<McpOAuthOptions>, string]>([
    ['no audience', { publicUrl: undefined }, 'oauth.audience'],
    ['an issuer without TLS', { issuer: 'http://login.example.com' }, 'oauth.issuer'],
    ['an issuer that is no URL', { issuer: 'login.example.com' }, 'oauth.issuer'],
    ['keys without TLS', { jwksUri: 'http://login.example.com/jwks' }, 'oauth.jwksUri'],
    ['an address without TLS', { publicUrl: 'http://api.example.com' }, 'oauth.publicUrl'],
    ['unsigned tokens', { algorithms: ['none'] }, 'oauth.algorithms'],
    ['a symmetric algorithm', { algorithms: ['RS256', 'HS256'] }, 'oauth.algorithms'],
    ['a scope of two words', { scopes: ['a b'] }, 'oauth.scopes'],
    ['a scope with a quote', { requiredScopes: ['a"'] }, 'oauth.scopes'],
    ['an odd scope in the hierarchy', { scopeHierarchy: { a: [''] } }, 'oauth.scopes'],
    [
      'a short secret',
      { dpop: { mode: 'accept', nonceSecret: 'short' } },
      'oauth.dpop.nonceSecret',
    ],
  ])('reports %s', (_, options, where) => {
    expect(faults(options)).toContain(where);
  });

  it('bears with plain http on loopback, for development', () => {
    expect(
      faults({ issuer: 'http://localhost:3000', publicUrl: 'http://127.0.0.1:1/mcp' }),
    ).toEqual([]);
  });
});
