import { challengeOf } from './challenge.js';

describe('challengeOf', () => {
  it('says what is known, in the order that people read', () => {
    expect(
      challengeOf({
        error: 'insufficient_scope',
        scopes: ['a', 'b'],
        resourceMetadata: 'https://h/.well-known/oauth-protected-resource',
      }),
    ).toBe(
      'Bearer error="insufficient_scope", scope="a b", ' +
        'resource_metadata="https://h/.well-known/oauth-protected-resource"',
    );
  });

  it('is never without a parameter: some parsers take that for no challenge', () => {
    expect(challengeOf({})).toBe('Bearer realm="mcp"');
    expect(challengeOf({ scopes: [] })).toBe('Bearer realm="mcp"');
  });

  it('lets nothing end the value or the header', () => {
    const description = 'a "b" \\ c\r\nSet-Cookie: x=1; ü';
    expect(challengeOf({ description })).toBe(
      `Bearer error_description="a 'b' ? c??Set-Cookie: x=1; ?"`,
    );
  });
});
