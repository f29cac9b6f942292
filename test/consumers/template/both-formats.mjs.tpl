// One tool decorated by the ESM copy of the library, one by its CommonJS copy: a tool in jest, a plugin
// that an old bundler has packed. The metadata has the same keys, so both are served, each once.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import * as esm from 'nest-toolport';
import { createMcpTestClient } from 'nest-toolport/testing';

const require = createRequire(import.meta.url);
assert.equal(require('nest-toolport').McpTool, esm.McpTool, 'Node loads one copy for both');
const root = join(require.resolve('nest-toolport/package.json'), '..');
const cjs = require(join(root, 'dist/cjs/index.js'));
assert.notEqual(cjs.McpTool, esm.McpTool);

class BellService {
  ring() {
    return 'ding';
  }
  toll() {
    return 'dong';
  }
}
decorate('ring', esm.McpTool({ description: 'Rings the bell' }));
decorate('toll', cjs.McpTool({ description: 'Tolls the bell' }));

function decorate(name, decorator) {
  Reflect.defineMetadata('design:paramtypes', [], BellService.prototype, name);
  decorator(BellService.prototype, name, Object.getOwnPropertyDescriptor(BellService.prototype, name));
}

class AppModule {}
Module({
  imports: [esm.McpModule.forRoot({ name: 'bells', version: '1.0.0' })],
  providers: [BellService],
})(AppModule);

const app = await NestFactory.create(AppModule, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
const client = createMcpTestClient(app);
const names = (await client.listTools()).map(({ name }) => name);
assert.deepEqual(names, ['bell_ring', 'bell_toll']);
for (const [name, text] of [['bell_ring', 'ding'], ['bell_toll', 'dong']]) {
  const { content } = await client.callTool(name, {});
  assert.deepEqual(content, [{ type: 'text', text }]);
}
await app.close();
