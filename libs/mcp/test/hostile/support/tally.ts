import { leaks, type Verdict } from './verdict.js';

/** What came back for one mutant. */
export interface Answer {
  readonly outcome: string;
  readonly status?: number;
  readonly id?: unknown;
  readonly text: string;
}

/** Counts what was answered as it had to be, and remembers what was not. */
export class Tally {
  /** One example for each thing that was done. */
  readonly wrong: Record<string, string> = {};
  readonly #counts = new Map<string, number>();
  count = 0;
  /** What else is worth telling. */
  note = '';

  /** Holds an answer against the verdict; a verdict without id does not ask for one. */
  check(what: string, sent: Buffer | string, expected: Verdict, answer: Answer): void {
    this.count += 1;
    const right =
      answer.outcome === expected.outcome &&
      (answer.status === undefined || answer.status === expected.status) &&
      (expected.id === undefined || Object.is(answer.id, expected.id)) &&
      !leaks(answer.text);
    const label = [answer.status ?? [], expected.outcome].flat().join(' ');
    this.#counts.set(label, (this.#counts.get(label) ?? 0) + 1);
    if (right) return;
    if (Object.hasOwn(this.wrong, what)) return;
    const start = sent.toString('latin1').slice(0, 400);
    const { text, ...told } = answer;
    this.wrong[what] =
      `expected ${JSON.stringify(expected)}, got ${JSON.stringify(told)} ` +
      `${text.slice(0, 400)}\n  for ${start}`;
  }

  /** One line a class, the most frequent first. */
  print(title: string): void {
    if (this.count === 0) return;
    const rows = [...this.#counts].toSorted(([, one], [, other]) => other - one);
    const lines = rows.map(([label, count]) => `${String(count).padStart(7)}  ${label}`);
    console.info([`${title}: ${this.count} mutants ${this.note}`, ...lines].join('\n'));
  }
}
