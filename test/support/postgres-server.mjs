import { Client } from 'pg';

/** Environment variables by which the set-up talks to the workers. */
export const TEST_SERVER = 'TOOLPORT_TEST_SERVER';
export const TEST_RUN = 'TOOLPORT_TEST_RUN';

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres';

/** Databases of this run begin with this, so that what a dead suite leaves can be found. */
export function databasePrefix() {
  return `toolport_test_${process.env[TEST_RUN]}_`;
}

/**
 * The server of `DATABASE_URL`, else a local one that lets us in.
 *
 * @returns {Promise<{ url: string; version: string } | undefined>}
 * @throws when `DATABASE_URL` names a server that does not answer
 */
export async function findServer() {
  const url = process.env.DATABASE_URL ?? LOCAL;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('server_version') as version`);
    return { url, version: `PostgreSQL ${rows[0].version}` };
  } catch (error) {
    if (process.env.DATABASE_URL)
      throw new Error('No PostgreSQL answers at DATABASE_URL', { cause: error });
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}
