import {
  ForbiddenException,
  Injectable,
  Module,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { McpModule, McpNotifier, McpParam, McpResource, McpServer } from '../../src/index.js';
import { META } from '../../src/protocol/messages.js';
import { AUDIENCE, Issuer } from './support/issuer.js';

const reached: string[] = [];

/** Knows by the metadata of the handler whom it is to let in. */
@Injectable()
class Roles implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const role = this.reflector.getAllAndOverride<string>('role', [
      context.getHandler(),
      context.getClass(),
    ]);
    const request = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (role !== undefined && request.headers['x-role'] !== role) throw new ForbiddenException();
    return true;
  }
}

@UseGuards(Roles)
@Injectable()
class Files {
  @McpResource('files://open')
  open() {
    return 'open';
  }

  @SetMetadata('role', 'staff')
  @McpResource('files://staff/{id}')
  staff(@McpParam('id') id: string) {
    reached.push(id);
    return id;
  }

  @McpResource('files://scoped', { scopes: ['files:read'] })
  scoped() {
    reached.push('scoped');
    return 'scoped';
  }
}

describe('a subscription asks what reading asks', () => {
  let issuer: Issuer;
  beforeEach(async () => {
    reached.length = 0;
    issuer = await Issuer.start();
  });
  afterEach(() => issuer.close());

  async function boot() {
    @Module({
      imports: [
        McpModule.forRoot({
          name: 'files',
          version: '1.0.0',
          oauth: { issuer: issuer.url, audience: AUDIENCE },
        }),
      ],
      providers: [Files, Roles],
    })
    class AppModule {}
    return NestFactory.createApplicationContext(AppModule, { logger: false });
  }

  async function connected(scope: string, role: string) {
    const app = await boot();
    const authorization = `Bearer ${await issuer.token({ claims: { scope } })}`;
    const headers = { authorization, 'x-role': role };
    const gone = new AbortController();
    const sent: { method?: string; params?: Record<string, unknown> }[] = [];
    let tell = (_message: unknown) => {};
    const connection = app.get(McpServer).openConnection({
      transport: 'websocket',
      headers,
      request: { method: 'GET', originalUrl: '/mcp', host: 'h', protocol: 'https', headers },
      signal: gone.signal,
      send: async (message) => {
        sent.push(message as (typeof sent)[number]);
        tell(message);
      },
    });
    const next = () => new Promise((resolve) => void (tell = resolve));
    const request = async (method: string, params: object) => {
      const { message } = await connection.receive({ jsonrpc: '2.0', id: method, method, params });
      return message as unknown as { error?: { message: string }; result?: object };
    };
    const close = async () => {
      gone.abort();
      await app.close();
    };
    return { app, request, sent, next, close };
  }

  const HELLO = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  };
  const URIS = ['files://open', 'files://staff/7', 'files://scoped'];

  it('in the handshake era, of scopes and of the guards of the method', async () => {
    const { app, request, sent, next, close } = await connected('', 'guest');
    await request('initialize', HELLO);
    const answers = [];
    for (const uri of URIS) answers.push(await request('resources/subscribe', { uri }));
    const heard = next();
    for (const uri of URIS.toReversed()) app.get(McpNotifier).resourceUpdated(uri);
    await heard;
    await close();
    expect(answers.map(({ error }) => error === undefined)).toEqual([true, false, false]);
    expect(sent.map(({ params }) => params?.uri)).toEqual(['files://open']);
    expect(reached).toEqual([]);
  });

  it('in the stateless era, of scopes and of the guards of the method', async () => {
    const { request, next, close } = await connected('', 'guest');
    const first = next();
    void request('subscriptions/listen', {
      notifications: { resourceSubscriptions: URIS },
      _meta: {
        [META.protocolVersion]: '2026-07-28',
        [META.clientCapabilities]: {},
        [META.clientInfo]: { name: 't', version: '1' },
      },
    });
    expect(await first).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { resourceSubscriptions: ['files://open'] } },
    });
    await close();
    expect(reached).toEqual([]);
  });

  it('and takes whoever may read, without reading', async () => {
    const { request, close } = await connected('files:read', 'staff');
    await request('initialize', HELLO);
    const answers = [];
    for (const uri of URIS) answers.push(await request('resources/subscribe', { uri }));
    await close();
    expect(answers.map(({ result, error }) => error ?? result)).toEqual([{}, {}, {}]);
    expect(reached).toEqual([]);
  });
});
