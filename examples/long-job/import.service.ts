import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { IsInt, Max, Min } from 'class-validator';
import { McpCall, McpCallContext, McpTool } from 'nest-toolport';

/** What one row costs. */
const ROW = 50;

class ImportInput {
  /** How many rows to import. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  rows: number;
}

interface ImportStatus {
  readonly running: number;
  readonly finished: number;
  readonly stopped: number;
}

@Injectable()
export class ImportService {
  readonly #status = { running: 0, finished: 0, stopped: 0 };

  @McpTool({ description: 'Imports rows one by one, and tells how far it is' })
  async run({ rows }: ImportInput, @McpCall() call: McpCallContext): Promise<string> {
    this.#status.running += 1;
    try {
      for (let row = 1; row <= rows; row += 1) {
        // Whatever takes a signal ends with the call: here the work itself.
        await setTimeout(ROW, undefined, { signal: call.signal });
        call.progress(row, rows, `row ${row} of ${rows}`);
      }
      this.#status.finished += 1;
      return `${rows} rows are imported.`;
    } catch (error) {
      this.#status.stopped += 1;
      throw error;
    } finally {
      this.#status.running -= 1;
    }
  }

  @McpTool({ description: 'How many imports run, and how the others ended' })
  status(): ImportStatus {
    return this.#status;
  }
}
