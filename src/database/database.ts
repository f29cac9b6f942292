import { Logger } from '@nestjs/common';
import type { TransactionalAdapterDrizzleOrm } from '@nestjs-cls/transactional-adapter-drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import * as tables from './tables.js';

/** Injection token of the Drizzle database. Services inject `TransactionHost` instead. */
export const DATABASE = Symbol('DATABASE');

/** The embedded and the real PostgreSQL alike: one dialect, one type. */
export type Database = PgDatabase<PgQueryResultHKT, typeof tables>;

/** Types `TransactionHost`: `host.tx` is the running transaction, or the database outside of one. */
export type DatabaseAdapter = TransactionalAdapterDrizzleOrm<Database>;

/** A database and the way to let go of it. */
export interface OpenDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL where a URL is given, else PGlite: PostgreSQL compiled to WebAssembly, in this
 * process and in memory. Each driver is loaded only when it is used.
 *
 * @param url `postgres://user:password@host:5432/name`
 */
export async function openDatabase(url: string | undefined): Promise<OpenDatabase> {
  if (!url) return openEmbedded();
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new Error(
      'DATABASE_URL must begin with postgres:// or postgresql://; unset it to use the embedded database.',
    );
  }
  return openServer(url);
}

/**
 * PGlite is one connection. It runs transactions one after another, and queries outside of a
 * transaction wait for the running one: isolated, as long as nothing inside a transaction uses the
 * database itself instead of its transaction (it would wait for itself).
 */
async function openEmbedded(): Promise<OpenDatabase> {
  const [{ PGlite }, { dataDir }, { drizzle }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite-prepopulatedfs'),
    import('drizzle-orm/pglite'),
  ]);
  // A prepared data directory saves the seconds that initdb takes.
  const client = await PGlite.create({ loadDataDir: await dataDir() });
  return { database: drizzle({ client, schema: tables }), close: () => client.close() };
}

async function openServer(url: string): Promise<OpenDatabase> {
  const { drizzle } = await import('drizzle-orm/node-postgres');
  const connection = { connectionString: url, max: 10, connectionTimeoutMillis: 5_000 };
  const database = drizzle({ connection, schema: tables });
  const pool = database.$client;
  // Without a listener, a server that restarts would end this process.
  pool.on('error', (error) => new Logger('Database').warn(`Lost a connection: ${error.message}`));
  try {
    await database.execute(sql`select 1`);
  } catch (cause) {
    await pool.end();
    throw new Error('No PostgreSQL answers at DATABASE_URL; start it, or unset the variable.', {
      cause,
    });
  }
  return { database, close: () => pool.end() };
}
