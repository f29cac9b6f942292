import { localiseDefinition } from './localise-definition.js';
import { argumentPaths } from './localise-schema.js';

const AUTHORED = {
  type: 'object',
  properties: {
    amount: { type: 'integer', description: 'Amount' },
    lines: { type: 'array', items: { $ref: '#/$defs/Line' } },
    bare: { type: 'integer', minimum: 1 },
  },
  $defs: {
    Line: {
      type: 'object',
      properties: { sku: { type: 'string', description: 'Article number.' } },
    },
  },
};

const DEFINITION = {
  name: 'orders_create',
  title: 'Place an order',
  description: 'Places an order',
  annotations: { title: 'Place an order', readOnlyHint: false },
  inputSchema: {
    type: 'object',
    properties: {
      amount: { type: 'integer', description: 'Amount. Must be odd.' },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            sku: { type: 'string', description: 'Article number. Must match the pattern x.' },
          },
        },
      },
      bare: { type: 'integer', description: 'Must be at least 1.' },
    },
  },
};

const GERMAN: Readonly<Record<string, string>> = {
  title: 'Bestellung aufgeben',
  description: 'Gibt eine Bestellung auf',
  'args.amount': 'Menge',
  'args.lines': 'Positionen',
  'args.lines.sku': 'Artikelnummer.',
  'args.bare': 'Zahl',
};

const german = (descriptions: boolean) => ({ of: (key: string) => GERMAN[key], descriptions });

describe('localiseDefinition', () => {
  it('translates what people read, and leaves what the model reads', () => {
    const { inputSchema, ...rest } = localiseDefinition(DEFINITION, german(false), AUTHORED);
    expect(rest).toEqual({
      name: 'orders_create',
      title: 'Bestellung aufgeben',
      description: 'Places an order',
      annotations: { title: 'Bestellung aufgeben', readOnlyHint: false },
    });
    expect(inputSchema).toBe(DEFINITION.inputSchema);
  });

  it('translates descriptions where asked to, and keeps the rules behind them', () => {
    const localised = localiseDefinition(DEFINITION, german(true), AUTHORED);
    expect(localised.description).toBe('Gibt eine Bestellung auf');
    expect(localised.inputSchema.properties).toEqual({
      amount: { type: 'integer', description: 'Menge. Must be odd.' },
      lines: {
        type: 'array',
        description: 'Positionen',
        items: {
          type: 'object',
          properties: {
            sku: { type: 'string', description: 'Artikelnummer. Must match the pattern x.' },
          },
        },
      },
      bare: { type: 'integer', description: 'Zahl. Must be at least 1.' },
    });
  });

  it('replaces the whole text where nobody knows what its author wrote', () => {
    const { inputSchema } = localiseDefinition(DEFINITION, german(true));
    expect(inputSchema.properties.amount.description).toBe('Menge');
  });

  it('leaves the original untouched, and as it is where there are no words', () => {
    const before = structuredClone(DEFINITION);
    localiseDefinition(DEFINITION, german(true), AUTHORED);
    expect(DEFINITION).toEqual(before);
    const silent = { of: () => undefined, descriptions: true };
    expect(localiseDefinition(DEFINITION, silent, AUTHORED)).toEqual(before);
    expect(localiseDefinition(DEFINITION, { ...silent, descriptions: false })).toBe(DEFINITION);
  });

  it('knows the arguments of prompts', () => {
    const prompt = {
      name: 'p',
      arguments: [{ name: 'amount', required: true }, { name: 'other' }],
    };
    expect(localiseDefinition(prompt, german(true)).arguments).toEqual([
      { name: 'amount', required: true, description: 'Menge' },
      { name: 'other' },
    ]);
  });
});

describe('argumentPaths', () => {
  it('names nested arguments, through arrays and references', () => {
    expect(argumentPaths(AUTHORED)).toEqual(['amount', 'lines', 'lines.sku', 'bare']);
  });

  it('comes to an end in schemas that hold themselves', () => {
    const $defs = {
      Tree: { type: 'object', properties: { child: { $ref: '#/$defs/Tree' } } },
      Nest: { type: 'array', items: { $ref: '#/$defs/Nest' } },
    };
    const properties = { tree: { $ref: '#/$defs/Tree' }, nest: { $ref: '#/$defs/Nest' } };
    const paths = argumentPaths({ type: 'object', properties, $defs });
    expect(paths).toContain('tree.child.child');
    expect(paths.length).toBeLessThan(20);
  });
});
