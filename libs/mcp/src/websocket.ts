// `nest-toolport/websocket`: the server's end of a WebSocket; needs the package `ws`.
export { McpWebSocketModule, type McpWebSocketOptions } from './module/websocket.module.js';
