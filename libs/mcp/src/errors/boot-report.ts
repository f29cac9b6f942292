import { SetupError, type SetupProblem } from './setup.error.js';

/** Something that was found while a method was looked at. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly where: string;
  readonly message: string;
  readonly remedy?: string;
}

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

  /** Takes what was found about one method: errors are faults, warnings are notices. */
  take(findings: readonly Finding[], operationId: string): void {
    for (const { severity, code, where, message, remedy } of findings) {
      const place = where === operationId ? operationId : `${operationId} ${where}`;
      const problem = { code, where: place, message, remedy: remedy ?? 'see docs/schemas.md' };
      if (severity === 'error') this.fault(problem);
      else if (severity === 'warning') this.notice(problem);
    }
  }

  /** Runs `work`; where it throws a `SetupError`, takes its faults and yields undefined. */
  collect<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      error.problems.forEach((problem) => this.fault(problem));
      return undefined;
    }
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
