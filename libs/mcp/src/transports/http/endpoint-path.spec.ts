import { RequestMethod } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { assertStaticPath, endpointPaths, pathOf } from './endpoint-path.js';

function configOf(prefix: unknown, exclude: unknown[] = []): ApplicationConfig {
  const config = new ApplicationConfig();
  config.setGlobalPrefix(prefix as string);
  config.setGlobalPrefixOptions({ exclude } as never);
  return config;
}

describe('endpointPaths', () => {
  it.each([
    ['/mcp', '', ['/mcp']],
    ['mcp/', '', ['/mcp']],
    ['/', '', ['']],
    ['/mcp', 'api', ['/api/mcp']],
    ['/mcp', '/api/', ['/api/mcp']],
    ['ai/mcp', 'svc', ['/svc/ai/mcp']],
    ['/', 'api', ['/api']],
  ])('puts %j under the prefix %j', (path, prefix, paths) => {
    expect(endpointPaths(path, false, configOf(prefix))).toEqual(paths);
  });

  it('O-B14: answers under every prefix where there are several (Nest ≥ 12.1)', () => {
    expect(endpointPaths('/mcp', false, configOf(['api', '/v1/', 'api']))).toEqual([
      '/api/mcp',
      '/v1/mcp',
    ]);
  });

  it('ignores all of them when asked to', () => {
    expect(endpointPaths('/mcp', true, configOf(['api', 'v1']))).toEqual(['/mcp']);
  });

  it.each([
    ['every method', RequestMethod.ALL, ['/mcp']],
    ['every method, as Nest marks a plain string', -1, ['/mcp']],
    ['POST', RequestMethod.POST, ['/mcp']],
    ['GET', RequestMethod.GET, ['/api/mcp']],
  ])('leaves it out where %s is excluded', (_, requestMethod, paths) => {
    const exclude = [{ path: 'mcp', requestMethod, pathRegex: /^\/mcp$/ }];
    expect(endpointPaths('/mcp', false, configOf('api', exclude))).toEqual(paths);
  });
});

describe('pathOf', () => {
  it.each([
    ['/mcp', '/mcp'],
    ['/mcp/', '/mcp'],
    ['/mcp?a=/b/', '/mcp'],
    ['/mcp/?a', '/mcp'],
    ['/', ''],
    ['/?x', ''],
    ['/mcp//', '/mcp/'],
  ])('of %j is %j', (url, path) => {
    expect(pathOf(url)).toBe(path);
  });
});

describe('assertStaticPath', () => {
  it.each(['/mcp', 'ai/mcp-v1', '/', '', '/~me/a.b_c'])('takes %j', (path) => {
    expect(() => assertStaticPath(path)).not.toThrow();
  });

  it.each(['/mcp/:id', '/*', '/m?', '/mc{p}', '/m cp', '/mcp#x', '/é'])('refuses %j', (path) => {
    expect(() => assertStaticPath(path)).toThrow(/MCP_PATH_INVALID/);
  });
});
