import { RequestMethod, VersioningType, type INestApplication } from '@nestjs/common';
import {
  endpointModule,
  PING,
  PLATFORMS,
  post,
  startApp,
  statusOf,
  withApp,
} from './support/http-app.js';
import { StubServer } from './support/stub-server.js';

describe.each(PLATFORMS)('The endpoint in a Nest application on %s', (platform) => {
  describe('its path', () => {
    it('O-B01: lies under the global prefix, and nowhere else', () =>
      withApp(
        platform,
        { configure: (app) => void app.setGlobalPrefix('api') },
        async (running) => {
          expect(await statusOf(running, '/api/mcp')).toBe(200);
          expect(await statusOf(running, '/api/mcp/')).toBe(200);
          expect(await statusOf(running, '/mcp')).toBe(404);
          expect(running.endpoint.paths).toEqual(['/api/mcp']);
        },
      ));

    it.each([
      ['a name', 'mcp'],
      ['a path', '/mcp'],
      ['a pattern', '{*any}'],
      ['a route', { path: 'mcp', method: RequestMethod.POST }],
    ])('O-B01: lies outside of it where it is excluded by %s', (_, excluded) => {
      const configure = (app: INestApplication) =>
        void app.setGlobalPrefix('api', { exclude: [excluded] });
      return withApp(platform, { configure }, async (running) => {
        expect(await statusOf(running, '/mcp')).toBe(200);
        expect(await statusOf(running, '/api/mcp')).toBe(404);
      });
    });

    it('stays under it where only another method or path is excluded', () => {
      const exclude = [{ path: 'mcp', method: RequestMethod.GET }, 'mcp/other'];
      const configure = (app: INestApplication) => void app.setGlobalPrefix('api', { exclude });
      return withApp(platform, { configure }, async (running) => {
        expect(await statusOf(running, '/api/mcp')).toBe(200);
        expect(await statusOf(running, '/mcp')).toBe(404);
      });
    });

    it('O-B02: follows the prefix where it is longer', () => {
      const configure = (app: INestApplication) => void app.setGlobalPrefix('svc');
      return withApp(platform, { configure, endpoint: { path: 'ai/mcp' } }, async (running) => {
        expect(await statusOf(running, '/svc/ai/mcp')).toBe(200);
      });
    });

    it('ignores the prefix when asked to', () => {
      const configure = (app: INestApplication) => void app.setGlobalPrefix('api');
      return withApp(
        platform,
        { configure, endpoint: { ignoreGlobalPrefix: true } },
        async (running) => {
          expect(await statusOf(running, '/mcp')).toBe(200);
          expect(await statusOf(running, '/api/mcp')).toBe(404);
        },
      );
    });

    it('may be the root', () =>
      withApp(platform, { endpoint: { path: '/' } }, async (running) => {
        expect(await statusOf(running, '/')).toBe(200);
      }));

    it('is refused where it is a pattern', async () => {
      const refused = startApp(platform, new StubServer(), { endpoint: { path: '/mcp/:id' } });
      await expect(refused).rejects.toThrow(/McpModule\.forRoot\(\{ path \}\).*no plain path/s);
    });

    it.each([
      ['URI', { type: VersioningType.URI, defaultVersion: '1' } as const],
      ['header', { type: VersioningType.HEADER, header: 'x-v', defaultVersion: '1' } as const],
      ['media type', { type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '1' } as const],
    ])('O-B03: knows no version (%s versioning)', (_, versioning) =>
      withApp(
        platform,
        { configure: (app) => void app.enableVersioning(versioning) },
        async (running) => {
          expect(await statusOf(running, '/mcp')).toBe(200);
          expect(await statusOf(running, '/v1/mcp')).toBe(404);
        },
      ),
    );

    it('O-B04: is one of several, each with its own server', async () => {
      const other = new StubServer({ 'only-b': () => ({ b: true }) });
      const { EndpointModule } = endpointModule(other, { path: '/b/mcp' });
      await withApp(
        platform,
        { endpoint: { path: '/a/mcp' }, modules: [EndpointModule] },
        async ({ origin }) => {
          const call = { ...PING, method: 'only-b' };
          expect(await (await post(origin, call, {}, '/b/mcp')).json()).toMatchObject({
            result: { b: true },
          });
          expect((await post(origin, call, {}, '/a/mcp')).status).toBe(404);
        },
      );
    });
  });
});
