import { SetupError, type SetupProblem } from './setup.error.js';

/**
 * Gathers all that is wrong or worth knowing about the set-up, so that it is told once: faults stop
 * the application, notices go to the log.
 */
export class BootReport {
  readonly #faults: SetupProblem[] = [];
  readonly #notices: SetupProblem[] = [];

  fault(problem: SetupProblem): void {
    this.#faults.push(problem);
  }

  notice(problem: SetupProblem): void {
    this.#notices.push(problem);
  }

  get faults(): readonly SetupProblem[] {
    return this.#faults;
  }

  get notices(): readonly SetupProblem[] {
    return this.#notices;
  }

  /** @throws SetupError with every fault, if there is one */
  throwIfFaulty(): void {
    if (this.#faults.length > 0) throw new SetupError(this.#faults);
  }
}
