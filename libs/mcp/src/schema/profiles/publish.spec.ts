import { NO_ARGUMENTS, type JsonSchema } from '../json-schema.js';
import { lintSchema } from '../lint.js';
import { publish } from './publish.js';

function inputOf(properties: Record<string, JsonSchema>, ...required: string[]): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** One property, published. */
function published(
  node: JsonSchema,
  profile: 'portable' | 'gemini' = 'portable',
  definitions?: Record<string, JsonSchema>,
): JsonSchema {
  const schema = { ...inputOf({ x: node }), ...(definitions ? { $defs: definitions } : {}) };
  const root = publish(schema, profile).schema;
  expect(lintSchema({ name: 't', inputSchema: root }, profile)).toEqual([]);
  return (root.properties as Record<string, JsonSchema>).x ?? {};
}

describe('publish', () => {
  describe('portable', () => {
    it('puts definitions where they are used', () => {
      const address = inputOf({ street: { type: 'string' } }, 'street');
      const node = { $ref: '#/$defs/Address', description: 'Where to' };
      expect(published(node, 'portable', { Address: address })).toEqual({
        description: 'Where to',
        ...address,
      });
    });

    it('unrolls a recursive type, and asks for JSON text where it cuts it', () => {
      const comment = inputOf(
        {
          text: { type: 'string' },
          replies: { type: 'array', items: { $ref: '#/$defs/Comment' } },
        },
        'text',
      );
      const text = JSON.stringify(
        published({ $ref: '#/$defs/Comment' }, 'portable', { Comment: comment }),
      );
      expect(text).not.toContain('$ref');
      expect(text.split('"replies"')).toHaveLength(4);
      expect(text).toContain(
        'A JSON object of the same form as the one around it, written as JSON text',
      );
    });

    it('unrolls less where a type branches widely', () => {
      const kids = Object.fromEntries(
        Array.from({ length: 30 }, (_, i) => [`kid${i}`, { $ref: '#/$defs/Node' }]),
      );
      const text = JSON.stringify(
        published({ $ref: '#/$defs/Node' }, 'portable', { Node: inputOf(kids) }),
      );
      expect(text.length).toBeLessThan(200_000);
    });

    it('gives up sharing that doubles at each step', () => {
      const definitions: Record<string, JsonSchema> = { D40: { type: 'string' } };
      for (let i = 0; i < 40; i += 1) {
        const next = { $ref: `#/$defs/D${i + 1}` };
        definitions[`D${i}`] = inputOf({ a: next, b: next });
      }
      const text = JSON.stringify(published({ $ref: '#/$defs/D0' }, 'portable', definitions));
      expect(text.length).toBeLessThan(200_000);
    });

    it('makes names of properties that clients refuse, in required too', () => {
      const root = publish(
        inputOf(
          { 'filter[name]': { type: 'string' }, 'a.b': { type: 'string' } },
          'filter[name]',
          'a.b',
        ),
        'portable',
      ).schema;
      expect(Object.keys(root.properties as object)).toEqual(['filter_name', 'a.b']);
      expect(root.required).toEqual(['filter_name', 'a.b']);
    });

    it('lays the forms of a root union over each other', () => {
      const root = publish(
        {
          oneOf: [
            inputOf(
              { kind: { const: 'card' }, number: { type: 'string' }, note: { type: 'string' } },
              'kind',
              'number',
            ),
            inputOf(
              { kind: { const: 'cash' }, amount: { type: 'number' }, note: { type: 'string' } },
              'kind',
              'amount',
            ),
          ],
        },
        'portable',
      ).schema;
      expect(root).toEqual({
        description:
          'Give the arguments of one of 2 forms: kind "card" with number; kind "cash" with amount.',
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['card', 'cash'] },
          number: { type: 'string' },
          note: { type: 'string' },
          amount: { type: 'number' },
        },
        required: ['kind'],
        additionalProperties: false,
      });
      expect(lintSchema({ name: 't', inputSchema: root }, 'portable')).toEqual([]);
    });

    it('names the rules that it could only put in words', () => {
      const { lost } = publish(
        inputOf({ n: { type: 'integer', multipleOf: 5 }, m: { type: 'object' } }),
        'portable',
      );
      expect(lost).toEqual(['/properties/n: multipleOf', '/properties/m: type']);
    });

    it('keeps what travels as a header', () => {
      const node = { type: 'string', 'x-mcp-header': 'Region', 'x-other': 1 };
      expect(published(node)).toEqual({ type: 'string', 'x-mcp-header': 'Region' });
    });
  });

  describe('gemini', () => {
    it('has no additionalProperties at any depth, and no format but date-time', () => {
      const node = inputOf({
        at: { type: 'string', format: 'date-time' },
        id: { type: 'string', format: 'uuid' },
      });
      expect(published(node, 'gemini')).toEqual({
        type: 'object',
        properties: {
          at: { type: 'string', format: 'date-time' },
          id: { description: 'Must be a UUID.', type: 'string' },
        },
      });
    });

    it('puts the words of a union into its first option', () => {
      const node = {
        title: 'Id',
        description: 'Number or code',
        anyOf: [{ type: 'integer', description: 'The number' }, { type: 'string' }],
      };
      expect(published(node, 'gemini')).toEqual({
        anyOf: [
          { title: 'Id', description: 'Number or code. The number.', type: 'integer' },
          { type: 'string' },
        ],
      });
    });

    it('gives a value of any type one type, and says so', () => {
      expect(published({}, 'gemini')).toEqual({
        description: 'Any JSON value, an object or an array as well.',
        type: 'string',
      });
    });

    it('publishes no dot in a key', () => {
      const root = publish(inputOf({ 'projects.any': { type: 'string' } }), 'gemini').schema;
      expect(Object.keys(root.properties as object)).toEqual(['projects_any']);
    });
  });

  describe('full', () => {
    it('keeps every keyword below the root', () => {
      const schema: JsonSchema = {
        ...inputOf({ a: { $ref: '#/$defs/A' }, b: { oneOf: [{ const: 1 }, { type: 'null' }] } }),
        $defs: { A: { type: 'integer', exclusiveMinimum: 0, multipleOf: 5 } },
      };
      expect(publish(schema, 'full').schema).toEqual(schema);
    });

    it('still has a plain object at the root', () => {
      const schema = { allOf: [inputOf({ a: { type: 'string' } }), { properties: { b: {} } }] };
      expect(publish(schema, 'full').schema).toEqual({
        type: 'object',
        properties: { a: { type: 'string' }, b: {} },
        required: [],
        additionalProperties: false,
      });
    });
  });

  it.each(['portable', 'full', 'gemini'] as const)(
    'leaves the two fixed forms alone in %s',
    (profile) => {
      expect(publish(NO_ARGUMENTS, profile).schema).toEqual(NO_ARGUMENTS);
      expect(publish({ type: 'object' }, profile).schema).toEqual({ type: 'object' });
    },
  );

  describe('of a result', () => {
    it.each<[string, JsonSchema, JsonSchema]>([
      ['null', { type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
      [
        'an integer enum',
        { enum: [1, 2] },
        { description: 'Must be one of 1, 2.', type: 'integer' },
      ],
      [
        'an enum with an empty member',
        { type: 'string', enum: ['', 'a'] },
        { description: 'Must be one of "", "a".', type: 'string' },
      ],
      [
        'a map',
        { type: 'object', additionalProperties: { type: 'number' } },
        { type: 'object', properties: {}, additionalProperties: { type: 'number' } },
      ],
      ['any value', {}, {}],
      [
        'a key that clients refuse',
        { type: 'object', properties: { 'a b': {} } },
        { type: 'object', properties: { 'a b': {} } },
      ],
    ])('tells %s as it is', (_name, node, expected) => {
      const root = publish(
        { type: 'object', properties: { x: node } },
        'portable',
        'output',
      ).schema;
      expect((root.properties as Record<string, JsonSchema>).x).toEqual(expected);
    });

    it('cuts a recursive type to its bare type', () => {
      const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };
      const text = JSON.stringify(
        publish({ $ref: '#/$defs/Node', $defs: { Node: node } }, 'portable', 'output').schema,
      );
      expect(text).toContain('"next":{"type":"object"}');
      expect(text).not.toContain('$ref');
    });
  });
});
