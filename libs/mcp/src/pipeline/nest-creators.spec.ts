import { readFileSync } from 'node:fs';
import type { ExternalContextCreator, HttpAdapterHost } from '@nestjs/core';
import { SetupError } from '../errors/setup.error.js';
import { creatorsOf, initOf } from './nest-creators.js';

function problemOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof SetupError) return error.problems[0];
    throw error;
  }
  return undefined;
}

describe('a Nest that lacks what the library needs', () => {
  // What 11.0 and 11.1 have: an adapter, and no word of when it is there.
  const oldHost = { httpAdapter: {} } as HttpAdapterHost;
  const otherCreator = {} as ExternalContextCreator;

  it.each([
    ['HttpAdapterHost.init$', () => initOf(oldHost)],
    ['ExternalContextCreator.guardsContextCreator', () => creatorsOf(otherCreator)],
  ])('is refused by name: %s', (where, run) => {
    expect(problemOf(run)).toMatchObject({ code: 'MCP_UNSUPPORTED_NEST', where });
  });

  it('is told the versions that package.json takes', () => {
    const text = readFileSync('libs/mcp/package.json', 'utf8');
    const { peerDependencies } = JSON.parse(text) as { peerDependencies: Record<string, string> };
    for (const name of ['@nestjs/common', '@nestjs/core']) {
      expect(peerDependencies[name]).toBe('^11.2.0 || ^12.0.0');
    }
    expect(problemOf(() => initOf(oldHost))?.remedy).toContain('(11.2 or 12)');
  });
});
