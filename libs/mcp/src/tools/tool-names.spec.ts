import { Controller, Get, Module, type Type } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import { McpTool } from '../decorators/tool.decorator.js';
import { MethodExplorer } from '../discovery/method.explorer.js';
import { OperationIds } from '../discovery/operation-ids.js';
import { BootReport } from '../errors/boot-report.js';
import { nameTools } from './tool-names.js';

function controllerNamed(name: string, path: string): Type {
  const holder = {
    [name]: class {
      find(): void {}
    },
  };
  const metatype = holder[name];
  const descriptor = Object.getOwnPropertyDescriptor(metatype.prototype, 'find') ?? {};
  McpTool()(metatype.prototype, 'find', descriptor);
  Get()(metatype.prototype, 'find', descriptor);
  Controller(path)(metatype);
  return metatype;
}

function moduleNamed(name: string, controllers: Type[], imports: Type[] = []): Type {
  const holder = { [name]: class {} };
  Module({ controllers, imports })(holder[name]);
  return holder[name];
}

async function named(root: Type, settings: Record<string, string> = {}) {
  const context = await NestFactory.createApplicationContext(root, { logger: false });
  const methods = new MethodExplorer(context.get(ModulesContainer)).explore(({ method }) =>
    toolMetadata.ofMethod(method),
  );
  await context.close();
  const report = new BootReport();
  const tools = nameTools(methods, new OperationIds(methods), settings, report);
  return { names: tools.map((tool) => `${tool.operationId}=${tool.name}`), faults: report.faults };
}

describe('nameTools', () => {
  it('lets a setting beat the derived name', async () => {
    const root = moduleNamed('Root', [controllerNamed('OrdersController', 'orders')]);
    const { names } = await named(root, { 'OrdersController.find': 'look_up' });
    expect(names).toEqual(['OrdersController.find=look_up']);
  });

  it('reports a setting that names nothing, with the ids there are', async () => {
    const root = moduleNamed('Root', [controllerNamed('OrdersController', 'orders')]);
    const { faults } = await named(root, { 'OrderController.find': 'x' });
    expect(faults).toMatchObject([{ code: 'MCP_SETTING_UNKNOWN' }]);
    expect(faults[0]?.remedy).toContain('OrdersController.find');
  });

  it('asks for the module where two classes share a name, and takes it', async () => {
    const inner = moduleNamed('InnerModule', [controllerNamed('ItemsController', 'inner')]);
    const root = moduleNamed('RootModule', [controllerNamed('ItemsController', 'outer')], [inner]);
    const ambiguous = await named(root, { 'ItemsController.find': 'x' });
    expect(ambiguous.faults).toMatchObject([{ code: 'MCP_SETTING_AMBIGUOUS' }]);
    const exact = await named(root, { 'InnerModule/ItemsController.find': 'inner_one' });
    expect(exact.faults).toEqual([]);
    expect(exact.names).toContain('InnerModule/ItemsController.find=inner_one');
    expect(exact.names).toContain('RootModule/ItemsController.find=outer_find');
  });

  it('reports a duplicate with both sources', async () => {
    const root = moduleNamed('Root', [
      controllerNamed('AController', 'same'),
      controllerNamed('BController', 'same'),
    ]);
    const { faults } = await named(root);
    expect(faults).toMatchObject([
      { code: 'MCP_TOOL_NAME_CONFLICT', where: 'AController.find and BController.find' },
    ]);
  });

  it.each(['New Tool', 'café', '', 'x'.repeat(65)])(
    'reports the invalid name %p and suggests a legal one',
    async (name) => {
      const root = moduleNamed('Root', [controllerNamed('OrdersController', 'orders')]);
      const { faults } = await named(root, { 'OrdersController.find': name });
      expect(faults).toMatchObject([
        { code: 'MCP_TOOL_NAME_INVALID', where: 'OrdersController.find' },
      ]);
      expect(faults[0]?.remedy).toMatch(/name: '[A-Za-z0-9_-]{1,64}'/);
    },
  );
});
