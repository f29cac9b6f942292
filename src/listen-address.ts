/** Where the application listens: `PORT` (0 takes any free one) and `HOST`. */
export function listenAddress(env: NodeJS.ProcessEnv): { port: number; host: string } {
  const port = env.PORT || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, not "${port}".`);
  }
  return { port: Number(port), host: env.HOST || '127.0.0.1' };
}

/** What to tell about a failed `listen`: with the remedy, where the address is taken. */
export function listenError(error: unknown, { port, host }: { port: number; host: string }): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE') return error as Error;
  const message = `Port ${port} of ${host} is in use: set PORT to another, or to 0 for any free one.`;
  return new Error(message, { cause: error });
}
