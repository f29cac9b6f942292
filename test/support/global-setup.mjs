import { randomBytes } from 'node:crypto';
import { findServer, TEST_RUN, TEST_SERVER } from './postgres-server.mjs';

/** Says once per run which databases the sample's suites run on, and hands that to the workers. */
export default async function globalSetup() {
  process.env[TEST_RUN] = randomBytes(4).toString('hex');
  const server = await findServer();
  if (server) {
    process.env[TEST_SERVER] = server.url;
    process.stderr.write(`Databases of this run: PGlite and ${server.version}\n`);
  } else {
    process.stderr.write(
      'Databases of this run: PGlite only; no PostgreSQL answers (DATABASE_URL)\n',
    );
  }
}
