import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from './caller.js';

/** Knows whose an API key is. A real application would ask its database. */
@Injectable()
export class ApiKeys {
  private readonly callers = new Map<string, Caller>([
    [digest('dev-reader-key'), { name: 'Demo reader', roles: ['reader'] }],
    [digest('dev-writer-key'), { name: 'Demo writer', roles: ['reader', 'writer'] }],
  ]);

  find(key: string): Caller | undefined {
    return this.callers.get(digest(key));
  }
}

/** Keys are compared by digest: how long a look-up takes then says nothing about a stored key. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}
