import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AcceptLanguageResolver, I18nJsonLoader, I18nModule, I18nService } from 'nestjs-i18n';
import { FileMessageSource } from '../../src/i18n/file-source.js';
import { nestI18nSource } from '../../src/i18n/nest-i18n.source.js';

const FIXTURES = join(__dirname, 'fixtures');

describe('FileMessageSource', () => {
  let directory: string;
  beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'catalogues-'))));
  afterEach(() => rm(directory, { recursive: true }));

  async function write(language: string, text: string): Promise<void> {
    await mkdir(join(directory, language));
    await writeFile(join(directory, language, 'mcp.json'), text);
  }

  it('reads nested and plain keys, from a path or a URL', async () => {
    for (const place of [FIXTURES, pathToFileURL(`${FIXTURES}/`)]) {
      const source = new FileMessageSource(place);
      await source.load();
      expect(source.languages()).toEqual(['de', 'zh-CN']);
      expect(source.message('OrdersController.create.title', 'zh-CN')).toBe('下订单');
      expect(source.message('errors.OUT_OF_STOCK', 'de', { left: 2 })).toBe('Nur noch 2 Stück');
      expect(source.message('OrdersController.create.title', 'en')).toBeUndefined();
      expect(source.message('constructor', 'de')).toBeUndefined();
    }
  });

  it('tells of every file that is no catalogue, at once', async () => {
    await write('de', '{ "a": ');
    await write('en', '{ "a": { "b": 1 } }');
    await write('!!', '{}');
    const failure: unknown = await new FileMessageSource(directory).load().catch((e: unknown) => e);
    expect(failure).toMatchObject({ problems: [{}, {}, {}] });
    expect(String(failure)).toContain('"a.b" is neither a text nor an object');
  });

  it('tells where it looked for a folder that is not there', async () => {
    const missing = join(directory, 'nowhere');
    await expect(new FileMessageSource(missing).load()).rejects.toThrow(missing);
  });
});

describe('nestI18nSource, with the package itself', () => {
  async function withService(work: (service: I18nService) => void): Promise<void> {
    @Module({
      imports: [
        I18nModule.forRoot({
          fallbackLanguage: 'de',
          loader: I18nJsonLoader,
          loaderOptions: { path: join(__dirname, 'nest-i18n') },
          resolvers: [AcceptLanguageResolver],
          disableMiddleware: true,
          logging: false,
        }),
      ],
    })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    try {
      work(app.get(I18nService));
    } finally {
      await app.close();
    }
  }

  it('knows languages, keys and values', () =>
    withService((service) => {
      const source = nestI18nSource(service);
      expect(source.languages()).toEqual(['de']);
      expect(source.keys?.('de')).toEqual(['OrdersController.create.title', 'errors.OUT_OF_STOCK']);
      expect(source.message('OrdersController.create.title', 'de')).toBe('Bestellung aufgeben');
      expect(source.message('errors.OUT_OF_STOCK', 'de', { left: 3 })).toBe('Nur noch 3 Stück');
    }));

  it('has no words where the service would fall back to others, or to the key', () =>
    withService((service) => {
      const source = nestI18nSource(service);
      expect(source.message('OrdersController.create.title', 'en')).toBeUndefined();
      expect(source.message('OrdersController.create', 'de')).toBeUndefined();
      expect(source.message('no.such.key', 'de')).toBeUndefined();
    }));
});
