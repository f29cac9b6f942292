import type { FormField } from '../../protocol/elicitation.js';
import { readForm } from './form-check.js';

function read(field: FormField, value: unknown) {
  return readForm({ type: 'object', properties: { x: field }, required: ['x'] }, { x: value });
}

const titled = [
  { const: 'a', title: 'A' },
  { const: 'b', title: 'B' },
];

describe('a filled-in form', () => {
  it.each<[FormField, unknown]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', minLength: 1, maxLength: 2 }, '👍👍'],
    [{ type: 'string', enum: ['a', 'b'] }, 'b'],
    [{ type: 'string', oneOf: titled }, 'a'],
    [{ type: 'string', enum: ['a'], enumNames: ['A'] }, 'a'],
    [{ type: 'string', format: 'email' }, 'a@b'],
    [{ type: 'string', format: 'uri' }, 'https://a.b/c'],
    [{ type: 'string', format: 'date' }, '2026-11-30'],
    [{ type: 'string', format: 'date-time' }, '2026-11-30T12:00:00Z'],
    [{ type: 'string', format: 'date-time' }, '2026-11-30T12:00:00+01:00'],
    [{ type: 'string', format: 'date' }, '2028-02-29'],
    [{ type: 'string', format: 'date' }, '0001-01-01'],
    [{ type: 'string', format: 'date-time' }, '2026-11-30t12:00:00.123z'],
    [{ type: 'string', format: 'date-time' }, '2017-01-01T00:59:60+01:00'],
    [{ type: 'string', format: 'email' }, 'a.b+c@sub.example.com'],
    [{ type: 'string', format: 'email' }, 'jörg@müller.example'],
    [{ type: 'string', format: 'email' }, 'a@[127.0.0.1]'],
    [{ type: 'string', format: 'uri' }, 'urn:isbn:0'],
    [{ type: 'string', format: 'uri' }, 'mailto:a@b'],
    [{ type: 'string', format: 'uri' }, 'https://[::1]:8080/%20?a=b#c'],
    [{ type: 'number', minimum: 0, maximum: 1 }, 0.5],
    [{ type: 'integer' }, -3],
    [{ type: 'boolean' }, false],
    [{ type: 'array', items: { type: 'string', enum: ['a', 'b'] } }, []],
    [{ type: 'array', items: { anyOf: titled }, minItems: 1, maxItems: 2 }, ['b', 'a']],
  ])('%j takes %j', (field, value) => {
    expect(read(field, value)).toEqual({ x: value });
  });

  it.each<[FormField, unknown]>([
    [{ type: 'string' }, 1],
    [{ type: 'string' }, null],
    [{ type: 'string' }, undefined],
    [{ type: 'string', minLength: 1 }, ''],
    [{ type: 'string', maxLength: 1 }, 'ab'],
    [{ type: 'string', enum: ['a'] }, 'A'],
    [{ type: 'string', oneOf: titled }, 'A'],
    [{ type: 'string', format: 'email' }, 'a b@c'],
    [{ type: 'string', format: 'uri' }, 'nothing'],
    [{ type: 'string', format: 'date' }, '2026-13-01'],
    [{ type: 'string', format: 'date' }, '30.11.2026'],
    [{ type: 'string', format: 'date-time' }, '2026-11-30T12:00:00'],
    [{ type: 'string', format: 'date' }, '2026-02-30'],
    [{ type: 'string', format: 'date' }, '2027-02-29'],
    [{ type: 'string', format: 'date' }, '2026-04-31'],
    [{ type: 'string', format: 'date' }, '2026-00-10'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01 (evil) 10:00 Z'],
    [{ type: 'string', format: 'date-time' }, '2026-02-30T10:00:00Z'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T24:00:00Z'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T10:00Z'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T10:00:00+0100'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T10:00:00+24:00'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T10:00:60Z'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01\n10:00:00Z'],
    [{ type: 'string', format: 'email' }, 'a@b@c'],
    [{ type: 'string', format: 'email' }, '<a>@b'],
    [{ type: 'string', format: 'email' }, 'a@b,c'],
    [{ type: 'string', format: 'email' }, 'a@-b'],
    [{ type: 'string', format: 'email' }, 'a..b@c'],
    [{ type: 'string', format: 'email' }, 'a\u0000@b'],
    [{ type: 'string', format: 'email' }, 'a@b\u202e'],
    [{ type: 'string', format: 'uri' }, ' https://a.b'],
    [{ type: 'string', format: 'uri' }, 'https://a.b/\nc'],
    [{ type: 'string', format: 'uri' }, 'https://a.b/<c>'],
    [{ type: 'string', format: 'uri' }, 'https://a.b/%zz'],
    [{ type: 'string', format: 'uri' }, 'https://a.b/\\c'],
    [{ type: 'number' }, '1'],
    [{ type: 'number', minimum: 1 }, 0],
    [{ type: 'number', maximum: 1 }, 2],
    [{ type: 'integer' }, 1.5],
    [{ type: 'boolean' }, 'true'],
    [{ type: 'array', items: { type: 'string', enum: ['a'] } }, ['b']],
    [{ type: 'array', items: { anyOf: titled }, maxItems: 1 }, ['a', 'b']],
    [{ type: 'array', items: { anyOf: titled }, minItems: 1 }, []],
    [{ type: 'array', items: { anyOf: titled } }, 'a'],
  ])('%j does not take %j', (field, value) => {
    expect(read(field, value)).toBeUndefined();
  });

  it('may leave out what is not required', () => {
    expect(readForm({ type: 'object', properties: { x: { type: 'string' } } }, {})).toEqual({});
  });

  it('holds nothing that was not asked for, nor what objects inherit', () => {
    const schema = { type: 'object', properties: { constructor: { type: 'string' } } } as const;
    expect(readForm(schema, { admin: true })).toEqual({});
    const content = readForm(schema, JSON.parse('{"__proto__":{"admin":true}}'));
    expect(Object.getPrototypeOf(content)).toBe(Object.prototype);
  });

  it.each([undefined, null, [], 'x', 1])('is an object, not %j', (content) => {
    expect(readForm({ type: 'object', properties: {} }, content)).toBeUndefined();
  });
});
