import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { serverFactory } from './sdk-v2.js';

serveStdio(serverFactory({}));
