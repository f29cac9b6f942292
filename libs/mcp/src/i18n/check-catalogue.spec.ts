import { BootReport } from '../errors/boot-report.js';
import { checkCatalogues } from './check-catalogue.js';
import { Languages } from './languages.js';

const OPERATIONS = [
  {
    operationId: 'OrdersController.create',
    inputSchema: {
      type: 'object',
      properties: { lines: { type: 'array', items: { properties: { sku: { type: 'string' } } } } },
    },
  },
  { operationId: 'AModule/Twins.run' },
  { operationId: 'BModule/Twins.run' },
  { operationId: 'Prompts.greet', arguments: [{ name: 'who' }] },
];

async function check(keys: readonly string[], descriptions = true): Promise<BootReport> {
  const source = { languages: () => ['de'], message: () => undefined, keys: () => keys };
  const report = new BootReport();
  const languages = await Languages.create({ default: 'de', source, descriptions });
  checkCatalogues(languages, OPERATIONS, new Set(['Elsewhere.run']), report);
  return report;
}

describe('checkCatalogues', () => {
  it('has nothing to say of keys that are asked for', async () => {
    const { faults, notices } = await check([
      'OrdersController.create.title',
      'OrdersController.create.description',
      'OrdersController.create.args.lines.sku',
      'AModule/Twins.run.title',
      'Prompts.greet.args.who',
      'Elsewhere.run.title',
      'errors.OUT_OF_STOCK',
    ]);
    expect([...faults, ...notices]).toEqual([]);
  });

  it('takes an ambiguous method for a fault, and says what to write', async () => {
    const { faults } = await check(['Twins.run.title']);
    expect(faults).toMatchObject([
      { where: 'de: Twins.run.title', remedy: 'say which: AModule/Twins.run or BModule/Twins.run' },
    ]);
  });

  it.each([
    ['OrdersController.creat.title', 'did you mean OrdersController.create'],
    ['orderscontroller.create.title', 'did you mean OrdersController.create'],
    ['Nothing.known.title', 'remove it'],
    ['OrdersController.create.titel', 'use <Class>.<method>.title'],
    ['OrdersController.create.args.line', 'its arguments are lines, lines.sku'],
    ['Prompts.greet.args.whom', 'its arguments are who'],
    ['errors.out_of_stock', 'errors.<CODE>'],
  ])('tells of %s', async (key, remedy) => {
    const { faults, notices } = await check([key]);
    expect(faults).toEqual([]);
    expect(notices).toMatchObject([
      { where: `de: ${key}`, remedy: expect.stringContaining(remedy) },
    ]);
  });

  it('tells of descriptions that nobody is shown', async () => {
    const { notices } = await check(['OrdersController.create.description'], false);
    expect(notices).toMatchObject([{ code: 'MCP_CATALOGUE_UNUSED' }]);
  });
});
