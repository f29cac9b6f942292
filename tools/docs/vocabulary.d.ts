// What the pages take as the reader's own. A page may use these names without saying where they are from.
import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import type { ReplayStore } from 'nest-toolport';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { McpTestClient } from 'nest-toolport/testing';
import type { Duplex } from 'node:stream';

declare global {
  // The application of the examples: orders of a shop
  class AppModule {}
  function configureApp(app: INestApplication): void;
  const app: INestApplication;
  class OrderDto {
    id: number;
  }
  class CreateOrderDto {
    customer: string;
  }
  class OrdersController {}
  class OrdersService {
    create(order: CreateOrderDto): Promise<OrderDto>;
    get(id: number): Promise<OrderDto>;
    cancel(id: number): Promise<OrderDto>;
    of(user: User): Promise<OrderDto[]>;
    ids(): Promise<number[]>;
  }
  const orders: OrdersService;

  // Who may do what
  interface User {
    id: string;
  }
  class ApiKeyGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean;
  }
  class StaffGuard extends ApiKeyGuard {}
  function Public(): ClassDecorator & MethodDecorator;
  function CurrentUser(): ParameterDecorator;
  const token: string;
  const replays: ReplayStore;

  // Other classes and functions
  interface Product {
    sku: string;
  }
  interface Todo {
    text: string;
  }
  class ListProductsDto {
    page: number;
  }
  class ListTodosDto {
    text?: string;
    done?: boolean;
  }
  class FindOrderInput {
    orderId: string;
  }
  function find(query: unknown): never[];
  function draw(month: string): Promise<Uint8Array>;
  function readRows(table: string, signal: AbortSignal): Promise<object[]>;
  function store(row: object): Promise<void>;
  function lookUp(key: string, language: string, values?: object): string | undefined;
  const queue: {
    add(job: object): Promise<string>;
    status(id: string): Promise<{ done: boolean; percent: number }>;
  };
  const socket: Duplex;

  // Databases that are no dependency of this repository
  class DataSource {
    transaction<T>(
      work: (manager: { save(type: object, row: object): Promise<OrderDto> }) => Promise<T>,
    ): Promise<T>;
  }
  class OrderEntity {}
  class PrismaService {
    order: { findMany(query: object): Promise<OrderDto[]> };
  }
  type Database = NodePgDatabase;
  const ordersTable: PgTable;

  // Tests
  const client: McpTestClient;
  const trace: string[];
  function emptyTables(): Promise<void>;
  function countRows(): Promise<number>;
}
