import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database that a suite runs on: made before it, gone after it. */
export interface TestDatabase {
  /** For `DATABASE_URL`; undefined means the embedded database. */
  readonly url: string | undefined;
}

/** Runs the suite on PGlite, and on PostgreSQL where the set-up found a server. */
export function describeDatabases(title: string, suite: (database: TestDatabase) => void): void {
  describe(`${title} (PGlite)`, () => suite({ url: undefined }));
  const server = process.env.TOOLPORT_TEST_SERVER;
  if (server) describe(`${title} (PostgreSQL)`, () => suiteOnServer(server, suite));
}

function suiteOnServer(server: string, suite: (database: TestDatabase) => void): void {
  const name = `toolport_test_${process.env.TOOLPORT_TEST_RUN}_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;

  beforeAll(() => administer(server, `create database "${name}"`));
  suite({ url: url.href });
  afterAll(() => administer(server, `drop database "${name}" with (force)`));
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
