import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ClsPluginTransactional } from '@nestjs-cls/transactional';
import { TransactionalAdapterDrizzleOrm } from '@nestjs-cls/transactional-adapter-drizzle-orm';
import { ClsModule } from 'nestjs-cls';
import { DatabaseErrorFilter } from './database-error.filter.js';
import { DATABASE, openDatabase, type Database, type OpenDatabase } from './database.js';
import { migrate } from './migrate.js';

const CONNECTION = Symbol('CONNECTION');

@Module({
  providers: [
    {
      provide: CONNECTION,
      useFactory: async (): Promise<OpenDatabase> => {
        const connection = await openDatabase(process.env.DATABASE_URL);
        await migrate(connection.database);
        return connection;
      },
    },
    {
      provide: DATABASE,
      inject: [CONNECTION],
      useFactory: (connection: OpenDatabase) => connection.database,
    },
  ],
  exports: [DATABASE],
})
class ConnectionModule implements OnApplicationShutdown {
  constructor(@Inject(CONNECTION) private readonly connection: OpenDatabase) {}

  onApplicationShutdown(): Promise<void> {
    return this.connection.close();
  }
}

/** Gives every module `TransactionHost`, and makes `@Transactional()` work. */
@Global()
@Module({
  imports: [
    ClsModule.forRoot({
      global: true,
      plugins: [
        new ClsPluginTransactional({
          imports: [ConnectionModule],
          adapter: new TransactionalAdapterDrizzleOrm<Database>({
            drizzleInstanceToken: DATABASE,
            // PostgreSQL's default, said aloud: for empty options Drizzle sends PGlite bad SQL.
            defaultTxOptions: { isolationLevel: 'read committed' },
          }),
        }),
      ],
    }),
  ],
  providers: [{ provide: APP_FILTER, useClass: DatabaseErrorFilter }],
})
export class DatabaseModule {}
