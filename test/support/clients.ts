import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** A connected official client, as far as our suites use it. */
export interface OfficialClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

/** One way to be an official client: a release line of the SDK and how it settles the revision. */
export interface ClientKind {
  readonly title: string;
  /** The revision that it and this server settle on. */
  readonly revision: string;
  overHttp(url: string, headers: Record<string, string>): Promise<OfficialClient>;
  overStdio(command: Command): Promise<OfficialClient>;
}

const INFO = { name: 'toolport-tests', version: '1.0.0' };

const v1: ClientKind = {
  title: 'SDK v1',
  revision: '2025-11-25',
  async overHttp(url, headers) {
    const client = new ClientV1(INFO);
    const transport = new HttpV1(new URL(url), { requestInit: { headers } });
    await client.connect(transport);
    expect(transport.protocolVersion).toBe(this.revision);
    return client;
  },
  async overStdio(command) {
    const client = new ClientV1(INFO);
    await client.connect(new StdioV1({ ...command, stderr: 'ignore' }));
    return client;
  },
};

type Negotiation = NonNullable<ConstructorParameters<typeof ClientV2>[1]>['versionNegotiation'];

const v2 = (title: string, revision: string, versionNegotiation?: Negotiation): ClientKind => ({
  title: `SDK v2, ${title}`,
  revision,
  async overHttp(url, headers) {
    const client = new ClientV2(INFO, { versionNegotiation });
    await client.connect(new HttpV2(new URL(url), { requestInit: { headers } }));
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    return client;
  },
  async overStdio(command) {
    const client = new ClientV2(INFO, { versionNegotiation });
    await client.connect(new StdioV2({ ...command, stderr: 'ignore' }));
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    return client;
  },
});

export const CLIENT_KINDS: readonly ClientKind[] = [
  v1,
  v2('as it comes', '2025-11-25'),
  v2('auto', '2026-07-28', { mode: 'auto' }),
  v2('pinned', '2026-07-28', { mode: { pin: '2026-07-28' } }),
];
