import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { ValidationPipe, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { shopModule } from './shop.module.js';
import type { SubjectOptions } from './subject.js';

/** A Nest application whose routes are tools as well. */
export async function start(options: SubjectOptions): Promise<number> {
  const app = await create(shopModule(options), options);
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

function create(root: Type, { platform }: SubjectOptions): Promise<INestApplication> {
  const quiet = { logger: ['error', 'warn'] as ('error' | 'warn')[] };
  return platform === 'fastify'
    ? NestFactory.create(root, new FastifyAdapter(), quiet)
    : NestFactory.create(root, quiet);
}
