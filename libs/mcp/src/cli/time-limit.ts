import { CliError } from './cli.error.js';

/**
 * Runs one request of a command, and gives it up after so many milliseconds.
 *
 * @throws CliError naming the method that was not answered
 */
export async function within<T>(
  timeout: number,
  method: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // Not AbortSignal.timeout(): its timer keeps no process alive, and a call that waits for nothing of
  // Node's would let the command end as if all were well.
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new CliError(`${method} was not answered within ${timeout} ms; see --timeout`));
      abort.abort();
    }, timeout);
  });
  try {
    return await Promise.race([run(abort.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
