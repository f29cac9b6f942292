import { Controller, Get, Module, Param, Req, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { McpTool } from 'nest-toolport';
import type { SeenRequest } from './fixtures/enhancers.js';
import { startBench, type Bench, type TransportName } from './support/bench.js';

function seenBy(request: SeenRequest) {
  const { url, params, route, routeOptions } = request;
  const { url: declared, method, config } = Object(routeOptions) as Record<string, unknown>;
  const { path } = Object(route) as { path?: string };
  return { url, params: { ...(params as object) }, path, declared, method, config };
}

/** Parts of the path that Express' router knows. */
@Controller('express')
class ExpressController {
  @McpTool({ name: 'named' }) @Get('named/*path') named(
    @Param('path') path: string,
    @Req() request: SeenRequest,
  ) {
    const { url, params, path: template } = seenBy(request);
    return { path, url, params, template };
  }
  @McpTool({ name: 'middle' }) @Get('middle/*first/end/:id') middle(
    @Param('first') first: string[],
    @Param('id') id: string,
  ) {
    return { first, id };
  }
  @McpTool({ name: 'optional' }) @Get('optional{/*path}') optional(@Param('path') path?: string[]) {
    return { path };
  }
  @McpTool({ name: 'rewritten' }) @Get('rewritten/*') rewritten(@Req() request: SeenRequest) {
    const { url, params, path: template } = seenBy(request);
    return { url, params, template };
  }
}
/** Parts that Fastify's knows. */
@Controller('fastify')
class FastifyController {
  @McpTool({ name: 'starred' })
  @Get('starred/*')
  @RouteConfig({ cost: 3 })
  starred(@Param('*') rest: string, @Req() request: SeenRequest) {
    const { path: _, ...seen } = seenBy(request);
    return { rest, ...seen };
  }
  @McpTool({ name: 'digits' }) @Get('digits/:id(^\\d+$)') digits(@Param('id') id: string) {
    return { id };
  }
  @McpTool({ name: 'ended' }) @Get('ended/:id?') ended(@Param('id') id?: string) {
    return { id };
  }
}

const CASES: Record<string, [string, string, Record<string, unknown>][]> = {
  express: [
    ['/express/named/a/b%20c/d', 'named', { path: 'a/b c/d' }],
    ['/express/named/a', 'named', { path: 'a' }],
    ['/express/middle/a/b/end/7', 'middle', { first: ['a', 'b'], id: '7' }],
    ['/express/optional/x/y', 'optional', { path: ['x', 'y'] }],
    ['/express/optional', 'optional', {}],
    ['/express/rewritten/a/b', 'rewritten', { path: 'a/b' }],
  ],
  fastify: [
    ['/fastify/starred/a/b', 'starred', { path: 'a/b' }],
    ['/fastify/digits/7', 'digits', { id: '7' }],
    ['/fastify/ended/7', 'ended', { id: '7' }],
    ['/fastify/ended', 'ended', {}],
  ],
};

function moduleOf(controller: Type): Type {
  @Module({ controllers: [controller] })
  class PathsModule {}
  return PathsModule;
}

describe.each<[TransportName, TransportName, 'express' | 'fastify']>([
  ['http-express', 'http-express', 'express'],
  ['stdio', 'http-express', 'express'],
  ['http-fastify', 'http-fastify', 'fastify'],
])('the path of a call, over %s', (transport, counterpart, router) => {
  let rest: Bench;
  let tools: Bench;
  beforeAll(async () => {
    const root = moduleOf(router === 'express' ? ExpressController : FastifyController);
    rest = await startBench(counterpart, root);
    tools = await startBench(transport, root);
  });
  afterAll(async () => {
    await rest.close();
    await tools.close();
  });

  it.each(CASES[router])('%s is that of the route', async (path, tool, args) => {
    const answer = await rest.rest({ method: 'GET', path });
    const { texts } = await tools.call(tool, args);
    expect(JSON.parse(texts[0])).toEqual(JSON.parse(answer.text));
  });

  it.each(['..', 'a/../b', '.'])('%j leaves its place nowhere', async (path) => {
    for (const [tool, args] of router === 'express'
      ? [
          ['named', { path }] as const,
          ['middle', { first: ['a', path], id: '7' }] as const,
          ['optional', { path: [path] }] as const,
        ]
      : [['starred', { path }] as const]) {
      const { texts } = await tools.call(tool, args);
      expect(texts).toEqual([expect.stringMatching(/^VALIDATION_FAILED: .*path segment/)]);
    }
  });
});

describe('an expression in the path, over http-fastify', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench('http-fastify', moduleOf(FastifyController));
  });
  afterAll(() => bench.close());

  it('what the route’s own expression refuses never reaches the method', async () => {
    const path = `/fastify/digits/${encodeURIComponent('7 OR 1=1')}`;
    await expect(bench.rest({ method: 'GET', path })).resolves.toMatchObject({ status: 404 });
    const { texts } = await bench.call('digits', { id: '7 OR 1=1' });
    expect(texts).toEqual([expect.stringMatching(/^VALIDATION_FAILED: id must match /)]);
  });
});
