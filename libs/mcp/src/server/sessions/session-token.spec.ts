import { KeyRing } from '../keys/key-ring.js';
import { openClaims, readToken, writeToken } from './session-token.js';

const keys = new KeyRing(['k'], 'session');
const opener = { presented: 'credentials:x', principal: 'user:y' };
const agreement = {
  version: '2025-06-18',
  client: { name: 'client', version: '1.0' },
  clientCapabilities: {
    sampling: { tools: {} },
    elicitation: {},
    roots: { listChanged: true },
    experimental: { 'a.b/c': {} },
  },
} as const;

describe('a session token', () => {
  it('gives back what was agreed upon, as far as sessions need it', () => {
    const claims = openClaims(agreement, opener, 1000);
    const { experimental: _, ...kept } = agreement.clientCapabilities;
    expect(readToken(writeToken(claims, keys), keys)).toEqual({
      ...claims,
      agreement: { ...agreement, clientCapabilities: kept },
    });
  });

  it('is over when its time is', () => {
    expect(readToken(writeToken(openClaims(agreement, opener, 0), keys), keys)).toBeUndefined();
  });

  it.each([
    '{}',
    '[]',
    'null',
    '["id","1999-01-01",0,"","","a","b",9e15]',
    '["id","2025-06-18","0","","","a","b",9e15]',
    '["id","2025-06-18",0,"","",1,"b",9e15]',
    '["id","2025-06-18",0,"","","a","b","9e15"]',
  ])('of another form is none, though it is signed: %s', (payload) => {
    expect(readToken(keys.sign(payload), keys)).toBeUndefined();
  });
});
