import { Client } from 'pg';
import { databasePrefix, TEST_SERVER } from './postgres-server.mjs';

/** Drops what a suite that died has left on the server. */
export default async function globalTeardown() {
  const server = process.env[TEST_SERVER];
  if (!server) return;
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select datname from pg_database where starts_with(datname, $1)',
      [databasePrefix()],
    );
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
  } finally {
    await client.end();
  }
}
