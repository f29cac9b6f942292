import {
  metadataAddress,
  metadataPath,
  resourceAddress,
  resourcePath,
} from './resource-address.js';

describe('the address of the endpoint', () => {
  const request = { protocol: 'http', host: 'internal:3000', originalUrl: '/api/mcp?x=1' };

  it('is the configured one, whatever the request says', () => {
    expect(resourceAddress('https://h/api/mcp/', request)).toBe('https://h/api/mcp');
  });

  it('is what the request says where nothing is configured', () => {
    expect(resourceAddress(undefined, request)).toBe('http://internal:3000/api/mcp');
    expect(resourceAddress(undefined, { headers: { host: 'h' }, url: '/mcp' })).toBe(
      'http://h/mcp',
    );
  });

  it('is unknown where nobody says it', () => {
    expect(resourceAddress(undefined, {})).toBeUndefined();
    expect(resourceAddress(undefined, { host: 'no host', url: '/' })).toBeUndefined();
  });
});

describe('the address of the metadata', () => {
  it('is at the root of the origin, the path inserted', () => {
    expect(metadataAddress('https://h:8443/api/mcp')).toBe(
      'https://h:8443/.well-known/oauth-protected-resource/api/mcp',
    );
    expect(metadataAddress('https://h')).toBe('https://h/.well-known/oauth-protected-resource');
  });

  it.each(['/api/mcp', ''])('leads back to the path %j', (path) => {
    expect(resourcePath(metadataPath(path))).toBe(path);
  });

  it('is no other path', () => {
    expect(resourcePath('/.well-known/oauth-protected-resources')).toBeUndefined();
    expect(resourcePath('/api/.well-known/oauth-protected-resource/mcp')).toBeUndefined();
  });
});
