import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { configureApp } from './configure-app.js';
import { listenAddress } from './listen-address.js';

const { port, host } = listenAddress(process.env);
const app = await NestFactory.create(AppModule);
configureApp(app);
const description = new DocumentBuilder().setTitle('Orders').addSecurity('api-key', {
  type: 'apiKey',
  in: 'header',
  name: 'authorization',
});
SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, description.build()));
await app.listen(port, host);

const url = await app.getUrl();
const logger = new Logger('Orders');
logger.log(`REST ${url}/orders (OpenAPI: ${url}/docs)`);
logger.log(`MCP  ${url}/mcp`);
