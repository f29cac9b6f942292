import { applyDecorators } from '@nestjs/common';
import { IsString, Length, NotContains } from 'class-validator';

/**
 * A string of `min` to `max` characters that PostgreSQL can hold.
 *
 * @param length in characters; `min` is 1 unless given
 */
export function IsText({ min = 1, max }: { min?: number; max: number }): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Length(min, max),
    // PostgreSQL refuses this character in every text; without the check that would be a 500.
    NotContains('\u0000', { message: '$property must not contain NUL characters' }),
  );
}
