/** Exit codes (sysexits.h for bad usage). */
export const EXIT = { ok: 0, failed: 1, usage: 64 } as const;

/** What ends the command with a message for people, and no stack. */
export class CliError extends Error {
  /** @param exitCode 1 where the work failed, 64 where the command line is wrong */
  constructor(
    message: string,
    readonly exitCode: number = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CliError';
  }
}

/** The command line is wrong; the message says how it is mended. */
export function usage(message: string): CliError {
  return new CliError(`${message}; see toolport --help`, EXIT.usage);
}
