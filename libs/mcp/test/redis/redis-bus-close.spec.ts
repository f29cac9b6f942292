import { randomUUID } from 'node:crypto';
import { Injectable, Module, type BeforeApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { McpModule } from '../../src/index.js';
import { RedisBus } from '../../src/redis.js';
import { InProcessBus } from '../../src/server/bus/in-process-bus.js';

/** Set by the global setup where a Redis answers; elsewhere there is nothing to show on one. */
const url = process.env.TEST_REDIS_URL;

/** A bus of the application's own. */
class OwnBus extends InProcessBus {
  readonly events: string[] = [];

  close(): Promise<void> {
    this.events.push('bus closed');
    return Promise.resolve();
  }
}

const QUIET = { logger: false, abortOnError: false } as const;

describe('the bus of the module’s options', () => {
  it('is closed once by the application, however many servers share it, when all else has ended', async () => {
    const bus = new OwnBus();

    @Injectable()
    class Last implements BeforeApplicationShutdown {
      beforeApplicationShutdown(): void {
        bus.events.push('the last hook before');
      }
    }

    @Module({
      imports: [
        McpModule.forRoot({ bus }),
        McpModule.forRoot({ bus, server: 'office', path: '/office' }),
      ],
      providers: [Last],
    })
    class AppModule {}
    const app = await NestFactory.create(AppModule, QUIET);
    await app.init();
    await app.close();
    expect(bus.events).toEqual(['the last hook before', 'bus closed']);
  });

  it('does not keep the application from closing when it cannot be closed', async () => {
    const bus = new OwnBus();
    bus.close = () => Promise.reject(new Error('gone already'));

    @Module({ imports: [McpModule.forRoot({ bus })] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, QUIET);
    await app.init();
    await expect(app.close()).resolves.toBeUndefined();
  });
});

if (url !== undefined) describeOn(url);

function describeOn(url: string): void {
  describe('RedisBus with the module', () => {
    it('leaves no connection behind when the application is closed', async () => {
      const name = randomUUID();
      const watcher = new Redis(url);
      const named = async () => {
        const all = (await watcher.client('LIST')) as string;
        return all.split(`name=${name}`).length - 1;
      };

      @Module({
        imports: [
          McpModule.forRootAsync({
            useFactory: async () => ({
              bus: await RedisBus.connect({ url: `${url}?connectionName=${name}`, prefix: name }),
            }),
          }),
        ],
      })
      class AppModule {}
      const app = await NestFactory.create(AppModule, QUIET);
      await app.init();
      const before = await named();
      await app.close();
      // Redis hears of a closed socket a little later.
      let left = await named();
      for (let asked = 0; left > 0 && asked < 1000; asked += 1) left = await named();
      await watcher.quit();
      expect({ before, left }).toEqual({ before: 2, left: 0 });
    });

    it('may be closed by hand as well', async () => {
      const bus = await RedisBus.connect({ url, prefix: randomUUID() });
      await bus.close();
      await expect(bus.close()).resolves.toBeUndefined();
    });
  });
}
