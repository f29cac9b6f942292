import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
__ADAPTER_IMPORT__import { AppModule } from './app.module__EXT__';
import { configure } from './configure__EXT__';

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, __ADAPTER__{ logger: ['error'] });
  configure(app);
  await app.listen(0, '127.0.0.1');
  console.log(await app.getUrl());
}
void main();
