import { ParseIntPipe, ValidationPipe } from '@nestjs/common';
import { optionsKey, pipeOptionsOf } from './pipe-options.js';

class Dto {}
class AppPipe extends ValidationPipe {}

describe('pipeOptionsOf', () => {
  it('finds no options where no ValidationPipe runs', () => {
    expect(pipeOptionsOf([new ParseIntPipe()])).toBeUndefined();
  });

  it('reads a ValidationPipe, and a subclass of it', () => {
    const options = { transform: true, whitelist: true, groups: ['a'], expectedType: Dto };
    for (const Pipe of [ValidationPipe, AppPipe]) {
      expect(pipeOptionsOf([new ParseIntPipe(), new Pipe(options)])).toMatchObject({
        validator: { whitelist: true, groups: ['a'] },
        transformer: {},
        transforms: true,
        expectedType: Dto,
      });
    }
  });

  it('forbids what any of several pipes forbids, and takes the groups of the last', () => {
    const strict = new ValidationPipe({
      whitelist: true,
      forbidNonWhitelisted: true,
      groups: ['a'],
    });
    const grouped = new ValidationPipe({ groups: ['b'], transform: true });
    expect(pipeOptionsOf([strict, grouped])).toMatchObject({
      validator: { whitelist: true, forbidNonWhitelisted: true, groups: ['b'] },
      transforms: true,
    });
  });

  it('tells options apart that make another schema, and only those', () => {
    const keyOf = (pipe: ValidationPipe): string => {
      const options = pipeOptionsOf([pipe]);
      return options ? optionsKey(options) : '';
    };
    const plain = keyOf(new ValidationPipe({ whitelist: true }));
    expect(keyOf(new ValidationPipe({ whitelist: true, stopAtFirstError: true }))).toBe(plain);
    expect(keyOf(new ValidationPipe({ whitelist: true, groups: ['a'] }))).not.toBe(plain);
  });
});
