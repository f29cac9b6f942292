import { ConsoleLogger } from '@nestjs/common';

type PrintMessages = ConsoleLogger['printMessages'];

/** Nest's own logger, every level on stderr: stdout belongs to the protocol. */
export class StderrLogger extends ConsoleLogger {
  protected override printMessages(...args: Parameters<PrintMessages>): void {
    args[3] = 'stderr';
    super.printMessages(...args);
  }
}
