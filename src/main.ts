import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { listenAddress, listenError } from './listen-address.js';

const address = listenAddress(process.env);
const app = await NestFactory.create(AppModule);
configureApp(app);
const description = new DocumentBuilder().setTitle('Orders').addSecurity('api-key', {
  type: 'apiKey',
  in: 'header',
  name: 'authorization',
});
SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, description.build()));
await app.listen(address.port, address.host).catch((error: unknown) => {
  throw listenError(error, address);
});

const url = await app.getUrl();
const logger = new Logger('Orders');
logger.log(`REST ${url}/orders (OpenAPI: ${url}/docs)`);
logger.log(`MCP  ${url}/mcp`);
