import {
  DefaultValuePipe,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
} from '@nestjs/common';
import { IsInt } from 'class-validator';
import { describeParameterType } from './parameter-type.js';

enum Level {
  Low,
  High = 5,
}

class Item {
  @IsInt() id: number;
}

class OwnIntPipe extends ParseIntPipe {}
class UpperCasePipe {
  transform(value: string): string {
    return value.toUpperCase();
  }
}

describe('describeParameterType', () => {
  it.each([
    ['an integer', Number, [new ParseIntPipe()], { schema: { type: 'integer' }, required: true }],
    ['a subclass of a built-in pipe', Number, [new OwnIntPipe()], { schema: { type: 'integer' }, required: true }],
    ['a number', Number, [new ParseFloatPipe()], { schema: { type: 'number' }, required: true }],
    ['a boolean', Boolean, [new ParseBoolPipe()], { schema: { type: 'boolean' }, required: true }],
    ['an optional integer', Number, [new ParseIntPipe({ optional: true })], { schema: { type: 'integer' }, required: false }],
    ['an enum', Number, [new ParseEnumPipe(Level)], { schema: { type: 'number', enum: [0, 5] }, required: true }],
    ['a default', Boolean, [new DefaultValuePipe(false), new ParseBoolPipe()], { schema: { type: 'boolean', default: false }, required: false }],
    ['a list', Array, [new ParseArrayPipe({ items: Number })], { schema: { type: 'array', items: { type: 'number' } }, required: true }],
    ['a list of objects', Array, [new ParseArrayPipe({ items: Item })], { schema: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } }, required: true }],
    ['a text', String, [], { schema: { type: 'string' } }],
    ['an enum that swc emitted', Level, [], { schema: { type: 'number', enum: [0, 5] } }],
    ['nothing that is known', undefined, [], { schema: {} }],
  ])('describes %s', (_, type, pipes, expected) => {
    expect(describeParameterType(type, pipes, 'Orders.list(x)')).toEqual({ diagnostics: [], ...expected });
  }); // prettier-ignore

  it.each([
    ['uuid', [new ParseUUIDPipe({ version: '4' })]],
    ['date-time', [new ParseDatePipe()]],
  ])('tells the format %s', (format, pipes) => {
    const { schema } = describeParameterType(String, pipes, 'Orders.get(id)');
    expect(schema).toMatchObject({ type: 'string', format, pattern: expect.any(String) });
  });

  it('says that it does not know a pipe of the application', () => {
    const { schema, diagnostics } = describeParameterType(
      String,
      [new UpperCasePipe()],
      'Orders.get(id)',
    );
    expect(schema).toEqual({ type: 'string' });
    expect(diagnostics).toEqual([
      expect.objectContaining({ severity: 'info', code: 'OPAQUE_PIPE', where: 'Orders.get(id)' }),
    ]);
  });
});
