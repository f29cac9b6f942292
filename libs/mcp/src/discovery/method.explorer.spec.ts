import { Controller, Get, Injectable, Module, Post, Scope } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { McpHide } from '../decorators/hide.decorator.js';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import { McpTool } from '../decorators/tool.decorator.js';
import { MethodExplorer } from './method.explorer.js';

let getterRan = false;

abstract class Base {
  @Get(':id')
  @McpTool()
  inherited(): void {}

  @Get('overridden')
  @McpTool()
  overridden(): void {}
}

@Controller('things')
class ThingsController extends Base {
  @Post('a')
  @McpTool({ name: 'first' })
  @McpTool({ name: 'second' })
  repeated(): void {}

  override overridden(): void {}

  @McpTool()
  @McpHide()
  hidden(): void {}

  get dangerous(): () => void {
    getterRan = true;
    return () => {};
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedTools {
  @McpTool()
  ping(): void {}
}

class ByFactory {
  @McpTool()
  made(): void {}
}

@Injectable()
@McpHide()
class HiddenTools {
  @McpTool()
  never(): void {}
}

@Module({
  providers: [
    ScopedTools,
    HiddenTools,
    { provide: 'factory', useFactory: () => new ByFactory() },
    { provide: 'alias', useExisting: 'factory' },
    { provide: 'null', useValue: null },
    { provide: 'plain', useValue: {} },
  ],
  controllers: [ThingsController],
})
class FirstModule {}

@Module({ imports: [FirstModule], providers: [ScopedTools] })
class SecondModule {}

async function explored(): Promise<string[]> {
  const context = await NestFactory.createApplicationContext(SecondModule, { logger: false });
  const explorer = new MethodExplorer(context.get(ModulesContainer));
  const found = explorer.explore(({ method }) => toolMetadata.ofMethod(method));
  await context.close();
  return found.map(
    ({ metatype, methodName, route, options }) =>
      `${metatype.name}.${methodName} ${route ? `${route.verb} ${route.path}` : '-'} ${options.name ?? ''}`,
  );
}

describe('MethodExplorer', () => {
  it('finds each decorated method once, with its route', async () => {
    expect((await explored()).sort()).toEqual([
      'ByFactory.made - ',
      'ScopedTools.ping - ',
      'ThingsController.inherited GET /things/:id ',
      'ThingsController.repeated POST /things/a first',
      'ThingsController.repeated POST /things/a second',
    ]);
  });

  it('yields the same order at every boot', async () => {
    expect(await explored()).toEqual(await explored());
  });

  it('runs no getter', async () => {
    await explored();
    expect(getterRan).toBe(false);
  });
});
