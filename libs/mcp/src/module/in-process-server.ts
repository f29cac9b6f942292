import type { JSONRPCMessage, Transport as SdkTransport } from '@modelcontextprotocol/client';
import type { INestApplicationContext } from '@nestjs/common';
import type { InProcessServerOptions } from '../client/client.options.js';
import type { RpcMessage } from '../protocol/json-rpc.js';
import { linkInProcess } from '../transports/in-process.transport.js';
import type { Transport } from '../wire/transport.js';
import { chosenServer } from './chosen-server.js';

/** As whom the other application is called. */
export interface InProcessCaller {
  /** What its guards see as request headers, lower-case names. @default none: anonymous */
  readonly headers?: Readonly<Record<string, string>>;
  /** Key of the server, where the other application has several. @default the one without a key */
  readonly server?: string;
}

/**
 * The entry of another Nest application in this process, one that imports `McpModule`; no socket is
 * opened, and its guards, pipes and interceptors run as for any client.
 *
 * @param application initialised (`await app.init()`), or what gives it when it is first needed
 * @example
 * ```ts
 * McpClientModule.forRoot({
 *   servers: { orders: inProcessServer(orders, { headers: { authorization: 'Bearer …' } }) },
 * })
 * ```
 */
export function inProcessServer(
  application:
    INestApplicationContext | (() => INestApplicationContext | Promise<INestApplicationContext>),
  caller: InProcessCaller = {},
): InProcessServerOptions {
  return {
    type: 'in-process',
    connect: async () => {
      const app = typeof application === 'function' ? await application() : application;
      const { server } = chosenServer(app, 'inProcessServer({ server })', caller.server);
      const { client } = await linkInProcess(server, { headers: { ...caller.headers } });
      return new CopyingTransport(client);
    },
  };
}

/**
 * Copies what passes, as if it had travelled: what one application changes in its arguments or in
 * a result must not change the other's objects.
 */
class CopyingTransport implements SdkTransport {
  onmessage?: SdkTransport['onmessage'];
  onclose?: () => void;
  onerror?: (error: Error) => void;

  constructor(private readonly inner: Transport) {}

  async start(): Promise<void> {
    Object.assign(this.inner, {
      onmessage: (message: RpcMessage) => this.onmessage?.(copyOf<JSONRPCMessage>(message)),
      onclose: () => this.onclose?.(),
      onerror: (error: Error) => this.onerror?.(error),
    } satisfies Partial<Transport>);
    await this.inner.start();
  }

  send(message: object): Promise<void> {
    return this.inner.send(copyOf<RpcMessage>(message));
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

function copyOf<T>(message: object): T {
  return JSON.parse(JSON.stringify(message));
}
