import { BadRequestException, Catch, type ArgumentsHost } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE `character_not_in_repertoire`: a text with a NUL character, which no column can hold. */
const BAD_CHARACTER = '22021';

/** Tells the caller where PostgreSQL refused what it sent; everything else stays a masked 500. */
@Catch(DrizzleQueryError)
export class DatabaseErrorFilter extends BaseExceptionFilter {
  override catch(error: DrizzleQueryError, host: ArgumentsHost): void {
    super.catch(
      isBadCharacter(error) ? new BadRequestException(MESSAGE, { cause: error }) : error,
      host,
    );
  }
}

const MESSAGE = 'A text must not contain NUL characters.';

function isBadCharacter({ cause }: DrizzleQueryError): boolean {
  return cause !== undefined && 'code' in cause && cause.code === BAD_CHARACTER;
}
