import { enforcedOfForeign } from './foreign-schema.js';

const TEXT = { type: 'string', pattern: '^(a+)+$' };

describe('what is enforced of the schema of another server', () => {
  it('is all of it where it has no regular expression', () => {
    const schema = { type: 'object', properties: { pattern: { type: 'string' } } };
    expect(enforcedOfForeign(schema)).toBe(schema);
  });

  it('is all but its regular expressions, wherever a reference leads', () => {
    const schema = {
      properties: { a: { $ref: '#/x-own/text' }, pattern: { type: 'string', minLength: 1 } },
      'x-own': { text: TEXT },
    };
    expect(enforcedOfForeign(schema)).toEqual({
      ...schema,
      'x-own': { text: { type: 'string' } },
    });
  });

  it.each([
    [{ not: TEXT }],
    [{ oneOf: [TEXT, { type: 'string' }] }],
    [{ if: TEXT, else: false }],
    [{ contains: TEXT, maxContains: 1 }],
    [{ patternProperties: { '^(a+)+$': true }, additionalProperties: false }],
    [{ $ref: '#/enum/0', enum: [TEXT] }],
  ])('is nothing where leaving them out would refuse more: %j', (schema) => {
    expect(enforcedOfForeign(schema)).toEqual({});
  });
});
