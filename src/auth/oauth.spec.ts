import { callerOf, oauthOptions } from './oauth.js';

const ISSUER = 'https://login.example.com';
const PUBLIC_URL = 'https://api.example.com/mcp';

describe('oauthOptions', () => {
  it('is off unless told otherwise', () => {
    expect(oauthOptions({ OAUTH_ISSUER: '', PUBLIC_URL: '' })).toEqual({});
    expect(oauthOptions({ PUBLIC_URL })).toEqual({ publicUrl: PUBLIC_URL });
  });

  it('takes OAUTH_ISSUER and PUBLIC_URL', () => {
    expect(oauthOptions({ OAUTH_ISSUER: ISSUER, PUBLIC_URL })).toEqual({
      publicUrl: PUBLIC_URL,
      oauth: {
        issuer: ISSUER,
        scopes: ['orders:read', 'orders:write'],
        requiredScopes: ['orders:read'],
      },
    });
  });

  it('refuses an issuer without the address that its tokens are for', () => {
    expect(() => oauthOptions({ OAUTH_ISSUER: ISSUER })).toThrow('OAUTH_ISSUER needs PUBLIC_URL');
  });
});

describe('callerOf', () => {
  it.each([
    [['orders:read'], ['reader']],
    [
      ['openid', 'orders:write', 'orders:read'],
      ['reader', 'writer'],
    ],
    [['writer', 'orders:*'], []],
  ])('makes of the scopes %j the roles %j', (scopes, roles) => {
    const principal = { subject: 'alice', issuer: ISSUER, scopes, claims: {} };
    expect(callerOf(principal)).toEqual({ name: 'alice', roles });
  });
});
