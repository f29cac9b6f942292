/** `RATE_LIMIT`: calls of one method by one caller within a minute. */
export function callsPerMinute(env: NodeJS.ProcessEnv): number {
  const limit = env.RATE_LIMIT || '600';
  if (!/^[1-9]\d{0,8}$/.test(limit)) {
    throw new Error(`RATE_LIMIT must be a positive number, not "${limit}".`);
  }
  return Number(limit);
}
