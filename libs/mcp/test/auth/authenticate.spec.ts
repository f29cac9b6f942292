import {
  Controller,
  ForbiddenException,
  Get,
  Injectable,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { McpTool, type McpModuleOptions } from '../../src/index.js';
import { PLATFORMS, send, startOAuthApp } from './support/oauth-app.js';

/** Every credential that a guard was asked about. */
const asked: string[] = [];

@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context
      .switchToHttp()
      .getRequest<{ headers: Record<string, string | undefined>; user?: unknown }>();
    const key = request.headers['x-api-key'];
    asked.push(key ?? 'none');
    if (key !== 'right') throw new UnauthorizedException('The key is not valid');
    request.user = { id: 'desk' };
    return true;
  }
}

@Controller('things')
class ThingsController {
  @Get('open')
  @McpTool({ description: 'Open to all' })
  open() {
    return { open: true };
  }

  @Get('closed')
  @UseGuards(KeyGuard)
  @McpTool({ description: 'Needs a key' })
  closed() {
    return { closed: true };
  }

  @Get('forbidden')
  @UseGuards({
    canActivate: () => {
      throw new ForbiddenException({ message: 'Not you', scope: 'files:write' });
    },
  })
  @McpTool({ description: 'Denied by its own guard' })
  forbidden() {}
}

describe.each(PLATFORMS)('guards that look at all credentials, on %s', (platform) => {
  let app: INestApplication;
  let mcp: string;

  async function start(options: McpModuleOptions, ...guards: CanActivate[]): Promise<void> {
    asked.length = 0;
    const started = await startOAuthApp({
      platform,
      mcp: options,
      guards,
      controllers: [ThingsController],
    });
    app = started.app;
    mcp = `${started.origin}/mcp`;
  }
  afterEach(() => app.close());

  const wrong = { 'x-api-key': 'wrong' };
  const right = { 'x-api-key': 'right' };
  const openCall = { name: 'things_open', arguments: {} };
  const closedCall = { name: 'things_closed', arguments: {} };

  describe('with `authenticate`', () => {
    beforeEach(() => start({ authenticate: [KeyGuard] }));

    it.each([
      ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }],
      ['tools/list', {}],
      ['ping', {}],
      ['tools/call', openCall],
      ['tools/call', closedCall],
      ['tools/call', { name: 'no_such_tool' }],
    ])('a wrong key gets 401 for %s', async (method, params) => {
      const answer = await send(mcp, method, params, wrong);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="mcp"');
      await expect(answer.json()).resolves.toMatchObject({
        id: 7,
        error: { code: 401, message: 'The key is not valid', data: { code: 'MCP_UNAUTHORIZED' } },
      });
    });

    it('nobody is asked about a caller without credentials', async () => {
      expect((await send(mcp, 'tools/list')).status).toBe(200);
      expect((await send(mcp, 'tools/call', openCall)).status).toBe(200);
      expect(asked).toEqual([]);
    });

    it('a tool that asks for a key refuses such a caller by its result', async () => {
      const answer = await send(mcp, 'tools/call', closedCall);
      expect(answer.status).toBe(200);
      await expect(answer.json()).resolves.toMatchObject({
        result: { isError: true, content: [{ text: 'UNAUTHORIZED: The key is not valid' }] },
      });
    });

    it('asks once per message, also where the tool has the same guard', async () => {
      expect((await send(mcp, 'tools/list', {}, right)).status).toBe(200);
      expect((await send(mcp, 'tools/call', openCall, right)).status).toBe(200);
      expect((await send(mcp, 'tools/call', closedCall, right)).status).toBe(200);
      expect(asked).toEqual(['right', 'right', 'right']);
    });
  });

  const keyed = (key: string): CanActivate => ({
    canActivate: (context) => {
      asked.push(key);
      const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      return headers['x-api-key'] === key;
    },
  });
  class Keyed implements CanActivate {
    constructor(private readonly key: string) {}
    canActivate(context: ExecutionContext) {
      return keyed(this.key).canActivate(context);
    }
  }

  it.each([
    ['a plain object', keyed('right'), { canActivate: () => true }],
    ['an instance', new Keyed('right'), new Keyed('wrong')],
  ])('%s is no substitute for another one in the chain', async (_what, guard, other) => {
    await start({ authenticate: [guard] }, other);
    expect((await send(mcp, 'tools/list', {}, wrong)).status).toBe(403);
    asked.length = 0;
    await send(mcp, 'tools/call', openCall, wrong);
    expect(asked).toContain('right');
  });

  it('an instance that stands in the chain itself is asked once', async () => {
    const guard = keyed('right');
    await start({ authenticate: [guard] }, guard);
    expect((await send(mcp, 'tools/call', openCall, right)).status).toBe(200);
    expect(asked).toEqual(['right']);
  });

  it('without it, only what has the guard itself refuses a wrong key', async () => {
    await start({});
    expect((await send(mcp, 'tools/list', {}, wrong)).status).toBe(200);
    expect((await send(mcp, 'tools/call', openCall, wrong)).status).toBe(200);
    expect((await send(mcp, 'tools/call', closedCall, wrong)).status).toBe(401);
  });

  it('only headers that count as credentials are asked about', async () => {
    await start({ authenticate: [KeyGuard], credentialHeaders: ['x-other-key'] });
    expect((await send(mcp, 'tools/list', {}, wrong)).status).toBe(200);
    expect((await send(mcp, 'tools/list', {}, { 'x-other-key': '1' })).status).toBe(401);
  });

  it('credential headers may be named in any case', async () => {
    await start({ authenticate: [KeyGuard], credentialHeaders: ['X-Other-Key'] });
    expect((await send(mcp, 'tools/list', {}, { 'x-other-key': '1' })).status).toBe(401);
  });

  it('O-H08 a guard of the endpoint that names a scope is answered by 403 and the scope', async () => {
    const guard = {
      canActivate: () => {
        throw new ForbiddenException({ message: 'Not enough', scope: 'files:write' });
      },
    };
    await start({ guards: [guard] });
    const answer = await send(mcp, 'tools/list', {}, right);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="files:write"',
    );
    await expect(answer.json()).resolves.toMatchObject({ error: { message: 'Not enough' } });
  });

  it("O-H08 a tool's own guard that denies is a result of the call", async () => {
    await start({});
    const call = { name: 'things_forbidden', arguments: {} };
    const answer = await send(mcp, 'tools/call', call, right);
    expect(answer.status).toBe(200);
    await expect(answer.json()).resolves.toMatchObject({
      result: {
        isError: true,
        content: expect.arrayContaining([{ type: 'text', text: 'FORBIDDEN: Not you' }]),
      },
    });
  });
});
