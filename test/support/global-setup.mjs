import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { findServer, TEST_RUN, TEST_SERVER } from './postgres-server.mjs';

/** Says once per run which databases the sample's suites run on, and hands that to the workers. */
export default async function globalSetup() {
  process.env[TEST_RUN] = randomBytes(4).toString('hex');
  const redis = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
  if (await answers(new URL(redis))) process.env.TEST_REDIS_URL = redis;
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

/** Whether somebody listens there. */
function answers({ hostname, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
