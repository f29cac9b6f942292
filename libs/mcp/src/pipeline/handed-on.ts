import { NotFoundException } from '@nestjs/common';
import type { RequestParts } from './request-parts.js';

/** What a method handed on by `next()`, and who waits for it. */
export class HandedOn {
  #error?: { readonly given: unknown };
  #fail?: (error: unknown) => void;

  constructor(private readonly parts: Pick<RequestParts, 'method' | 'url'>) {}

  /** Behind the method there is no other route: on the route as well, what comes next is a 404. */
  readonly next = (given?: unknown): void => {
    const { method, url } = this.parts;
    const error = given ?? new NotFoundException(`Cannot ${method} ${url}`);
    this.#error = { given: error };
    this.#fail?.(error);
  };

  /** `fail` is called with what is handed on from now on. */
  whenHandedOn(fail: (error: unknown) => void): void {
    this.#fail = fail;
  }

  /** @throws what was handed on already */
  throwIfHandedOn(): void {
    if (this.#error) throw this.#error.given;
  }
}
