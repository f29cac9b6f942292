import type { ServerHandlers } from './client-handler.js';

/**
 * Counts the questions of a server that are being answered: while somebody is asked, the silence
 * is ours and not the server's, so its calls do not time out.
 */
export class OpenQuestions {
  #open = 0;

  get any(): boolean {
    return this.#open > 0;
  }

  /** The same handlers, counted. */
  watch({ elicit, elicitUrl, sample, roots }: ServerHandlers): ServerHandlers {
    return {
      elicit: elicit && this.#counted(elicit),
      elicitUrl: elicitUrl && this.#counted(elicitUrl),
      sample: sample && this.#counted(sample),
      roots: roots && this.#counted(roots),
    };
  }

  #counted<A extends unknown[], R>(handler: (...args: A) => R | Promise<R>) {
    return async (...args: A): Promise<R> => {
      this.#open += 1;
      try {
        return await handler(...args);
      } finally {
        this.#open -= 1;
      }
    };
  }
}
