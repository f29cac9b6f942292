import { resolve } from 'node:path';

const MODULES = resolve(__dirname, '../../../../../node_modules/@modelcontextprotocol');

/** Entry files of servers from npm: started by `node`, so that no network is needed. */
export const EVERYTHING = `${MODULES}/server-everything/dist/index.js`;
export const FILESYSTEM = `${MODULES}/server-filesystem/dist/index.js`;
export const MEMORY = `${MODULES}/server-memory/dist/index.js`;
