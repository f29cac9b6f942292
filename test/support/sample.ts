import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { configureApp } from '../../src/configure-app.js';

export const READER = 'ApiKey dev-reader-key';
export const WRITER = 'ApiKey dev-writer-key';
export const WRONG_KEY = 'ApiKey not-a-key';

/** The sample application, listening on a free port of this machine. */
export interface Sample {
  readonly app: INestApplication;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the sample as `main.ts` does; `databaseUrl` undefined takes the embedded database. */
export async function startSample(databaseUrl?: string, root: Type = AppModule): Promise<Sample> {
  const app = await withDatabaseUrl(databaseUrl, () =>
    NestFactory.create(root, { logger: false, abortOnError: false }),
  );
  configureApp(app);
  await app.listen(0, '127.0.0.1');
  return { app, url: await app.getUrl(), close: () => app.close() };
}

async function withDatabaseUrl<T>(url: string | undefined, work: () => Promise<T>): Promise<T> {
  const before = process.env.DATABASE_URL;
  if (url === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = url;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = before;
  }
}
