/** Milliseconds that everything of one round has: no single answer may take longer. */
const PATIENCE = 5_000;

/** @throws where `round` is not answered in time, saying what is missing */
export async function inTime(round: Promise<unknown>, missing: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    const fail = (): void =>
      reject(new Error(`No answer within 5 s: ${JSON.stringify(missing())}`));
    timer = setTimeout(fail, PATIENCE);
  });
  await Promise.race([round, late]).finally(() => clearTimeout(timer));
}
