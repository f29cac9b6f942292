/**
 * Runs a job again when it is asked to: however often that is while it runs, one more run follows,
 * which sees all that came before.
 */
export class Refresher {
  #running = false;
  #again = false;

  /** @param job never rejects */
  constructor(private readonly job: () => Promise<void>) {}

  ask(): void {
    this.#again = true;
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      await this.job();
    }
    this.#running = false;
  }
}
