import { heapAfterCollection } from '../../test/support/heap.js';
import { Languages } from './languages.js';
import type { McpMessageSource } from './message-source.js';

function speaking(...languages: string[]): McpMessageSource {
  return { languages: () => languages, message: (key, language) => `${key} in ${language}` };
}

describe('Languages', () => {
  const create = (...tags: string[]) => Languages.create({ source: speaking(...tags) });

  it.each([
    ['zh-CN', 'zh-CN'],
    ['zh', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['de-AT', 'de'],
    ['de-CH,fr;q=0.5', 'de'],
    ['fr,de;q=0.5', 'de'],
    ['de;q=0.1,zh-CN;q=0.9', 'zh-CN'],
    ['fr', 'en'],
    ['*', 'en'],
    ['en;q=0,*', 'zh-CN'],
    ['en;q=0,de;q=0,zh-CN;q=0', 'en'],
    ['', 'en'],
    ['not a language!', 'en'],
  ])('chooses for %j: %s', async (requested, chosen) => {
    expect((await create('zh-CN', 'de', 'en')).choose(requested)).toBe(chosen);
  });

  it('asks the connection where the request says nothing that we speak', async () => {
    const languages = await create('de');
    expect(languages.choose(undefined, 'de')).toBe('de');
    expect(languages.choose('fr', 'de_DE')).toBe('de');
    expect(languages.choose('en', 'de')).toBe('en');
    expect(languages.choose(undefined, 'C')).toBe('en');
  });

  it('names each language once, the default first, by its canonical tag', async () => {
    const languages = await Languages.create({
      default: 'de',
      source: speaking('EN', 'de', 'zh_cn'),
    });
    expect(languages.all).toEqual(['de', 'en', 'zh-CN']);
    expect(languages.choose('fr')).toBe('de');
  });

  it('remembers no choice longer than a header may be: megabytes come before any guard', async () => {
    const languages = await create('de');
    const before = heapAfterCollection();
    for (let i = 0; i < 20; i += 1) {
      // Read like what comes off a wire: no rope of a text that all of them share.
      const long = Buffer.alloc(4_000_000, `${i}a`).toString('latin1');
      expect([languages.choose(long), languages.choose('fr', long)]).toEqual(['en', 'en']);
    }
    expect(heapAfterCollection() - before).toBeLessThan(10_000_000);
  });

  it('asks the source by the spelling that the source uses', async () => {
    const languages = await create('zh_cn');
    expect(languages.message('k', 'zh-CN')).toBe('k in zh_cn');
  });

  it('gives the same answer again, however many different headers come', async () => {
    const languages = await create('de');
    for (let i = 0; i < 2000; i += 1) languages.choose(`fr-x-a${i}`);
    expect(languages.choose('de-AT')).toBe('de');
    expect(languages.choose('de-AT')).toBe('de');
  });

  it.each([
    [{}, 'languages.directory'],
    [{ directory: 'i18n', source: speaking() }, 'languages.source'],
    [{ default: 'not a tag', source: speaking() }, 'languages.default'],
  ])('reports %j', async (options, where) => {
    await expect(Languages.create(options)).rejects.toThrow(where);
  });
});
