import { BadRequestException } from '@nestjs/common';
import type { ArgumentIssue } from '../schema/argument-check.js';

/**
 * Our own refusal of arguments, thrown where the pipes would have let them pass. It is the exception
 * that a `ValidationPipe` throws, so that the application's filters treat both alike.
 */
export class ArgumentsRefusedException extends BadRequestException {
  constructor(readonly issues: readonly ArgumentIssue[]) {
    super(issues.map(issueText));
  }
}

/** One issue as a line: `items[2].sku must be a string`. */
export function issueText({ path, message }: ArgumentIssue): string {
  return path === '' ? message : `${path} ${message}`;
}
