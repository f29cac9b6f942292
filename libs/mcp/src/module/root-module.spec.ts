import { Module } from '@nestjs/common';
import { loadRoot, type LoadModule } from './root-module.js';

@Module({ providers: [] })
class AppModule {}
@Module({})
class BareModule {}

const dynamic = { module: AppModule };

describe('loadRoot', () => {
  it.each([
    ['a class', AppModule],
    ['a class whose decorator says nothing', BareModule],
    ['a dynamic module', dynamic],
  ])('yields %s that the function imports', async (_, root) => {
    await expect(loadRoot(async () => root)).resolves.toBe(root);
  });

  it.each([
    ['the module itself', AppModule, 'the module itself was given'],
    ['a dynamic module itself', dynamic, 'the module itself was given'],
    ['a promise', Promise.resolve(AppModule), 'an object was given'],
    ['nothing', undefined, 'undefined was given'],
    ['a function of a function', () => () => AppModule, 'yields a function, which is no module'],
    ['a file without the export', async () => undefined, 'yields undefined, which is no module'],
    ['a whole file', () => ({ AppModule }), 'yields an object, which is no module'],
  ])('says of %s what to write in its place', async (_, load, problem) => {
    const loaded = loadRoot(load as unknown as LoadModule);
    await expect(loaded).rejects.toThrow(problem);
    await expect(loaded).rejects.toMatchObject({
      problems: [{ remedy: expect.stringContaining("import('./app.module.js')") }],
    });
  });
});
