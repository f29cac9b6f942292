/** Milliseconds between two looks. */
const INTERVAL = 1_000;

/**
 * Calls `onOrphaned` once when the process that started this one is gone.
 *
 * `nest start` runs its child through a shell; a SIGTERM to it ends the shell, not the child, and a
 * server without a client would stay for ever. An orphan gets another parent; on Windows it keeps
 * the number of the dead one, so there only the end of input tells.
 *
 * @returns stops watching
 */
export function watchParent(onOrphaned: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onOrphaned();
  }, INTERVAL);
  // No reason to stay alive.
  timer.unref();
  return () => clearInterval(timer);
}
