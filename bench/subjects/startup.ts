import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { shopModule } from './shop.module.js';

// node startup.js TOOLS TOOLPORT: boots once, and says on stdout what it took.
const [tools, toolport] = process.argv.slice(2);
const root = shopModule({ tools: Number(tools), toolport: toolport === 'true' });
global.gc?.();
const before = process.memoryUsage().heapUsed;
const begun = performance.now();
const app = await NestFactory.create(root, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const ms = performance.now() - begun;
global.gc?.();
console.log(JSON.stringify({ ms, heap: process.memoryUsage().heapUsed - before }));
await app.close();
