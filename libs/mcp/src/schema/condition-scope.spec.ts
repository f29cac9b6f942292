import { IsEmail, IsInt, IsString, MinLength, ValidateIf } from 'class-validator';
import { describeInput } from './describe.js';
import type { JsonSchema } from './json-schema.js';

function valueOf(type: abstract new () => object): JsonSchema {
  const { properties } = describeInput(type).enforced as { properties: Record<string, JsonSchema> };
  return properties['value'];
}

describe('@ValidateIf() on the value', () => {
  it('lets the empty text pass where the condition singles it out', () => {
    class Dto {
      @ValidateIf((_, value) => value !== '') @IsEmail() value: string;
    }
    expect(valueOf(Dto)['anyOf']).toEqual([
      expect.objectContaining({ type: 'string', format: 'email' }),
      { const: '' },
    ]);
  });

  it('lets a whole type pass of which it checks nothing', () => {
    class Dto {
      @ValidateIf((_, value) => typeof value === 'string') @MinLength(3) value:
        string | number | null;
    }
    const parts = (valueOf(Dto)['anyOf'] as JsonSchema[]).flatMap((part) => part['anyOf'] ?? part);
    expect(parts).toContainEqual({ type: 'number' });
    expect(parts).toContainEqual({ type: 'string', minLength: 3 });
  });

  it('changes nothing where every value of the declared type is checked', () => {
    class Dto {
      @ValidateIf((_, value) => value !== null) @IsString() value: string | null;
    }
    expect(valueOf(Dto)).toEqual({ type: ['string', 'null'] });
  });

  it('leaves a condition on other fields to the validators, and says so', () => {
    class Dto {
      @IsString() kind: string;
      @ValidateIf((dto: Dto) => dto.kind === 'card') @IsInt() value?: number;
    }
    expect(valueOf(Dto)).toEqual({
      type: 'integer',
      description: 'Checked only under a condition on other fields',
    });
    expect(describeInput(Dto).enforced['required']).toEqual(['kind']);
  });
});
