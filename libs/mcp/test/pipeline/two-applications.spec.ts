import {
  Body,
  Catch,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Post,
  Req,
  Scope,
  UseGuards,
  type ArgumentsHost,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpCallContext, McpServer, McpTool, ToolRegistry, type Tool } from 'nest-toolport';
import { map } from 'rxjs';
import { Wire } from '../server/support/talk.js';
import { requestOf, type Reply, type SeenRequest } from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, type Bench, type TransportName } from './support/bench.js';

const NAME = Symbol('name');

/** Of both applications: its instances must not be. */
@Injectable()
class SharedGuard implements CanActivate {
  constructor(@Inject(NAME) private readonly app: string) {}
  canActivate(context: ExecutionContext): boolean {
    note(`class guard of ${this.app}: ${requestOf(context).headers.app}`);
    return true;
  }
}
@Injectable({ scope: Scope.REQUEST })
class Caller {
  constructor(@Inject(REQUEST) readonly request: SeenRequest) {}
}

/** Opens when the calls of both applications are inside the method. */
let inside = 0;
let open: () => void = () => {};
let opened: Promise<void>;
const CALLS = 40;
function close(): void {
  inside = 0;
  opened = new Promise((resolve) => {
    open = resolve;
  });
}

@Controller('shared')
@UseGuards(SharedGuard)
class SharedController {
  constructor(
    @Inject(NAME) private readonly app: string,
    private readonly caller: Caller,
  ) {}
  @McpTool({ name: 'shared' }) @Post() async shared(
    @Body('text') text: string,
    @Req() request: SeenRequest,
  ) {
    if ((inside += 1) === 2 * CALLS) open();
    await opened;
    const current = McpCallContext.current();
    return {
      app: this.app,
      text,
      user: request.user,
      callers: [request, this.caller.request, current].map((one) => one?.headers.caller),
    };
  }
  @McpTool({ name: 'fails' }) @Get('fails') fails() {
    throw new RangeError('secret');
  }
}
@Controller('red')
class RedController {
  @McpTool({ name: 'red_only' }) @Get() only() {
    return 'red';
  }
}
@Controller('blue')
class BlueController {
  @McpTool({ name: 'blue_only' }) @Get() only() {
    return 'blue';
  }
}

function moduleOf(name: string, own: Type): Type {
  @Module({
    controllers: [SharedController, own],
    providers: [Caller, { provide: NAME, useValue: name }],
  })
  class AppModule {}
  return AppModule;
}

/** What `main.ts` gives to one of them: each kind of enhancer leaves the application's name. */
const configure = (name: string) => (app: INestApplication) => {
  @Catch()
  class NamedFilter {
    catch(_error: unknown, host: ArgumentsHost): void {
      host
        .switchToHttp()
        .getResponse<Reply>()
        .status(418)
        .send({ message: `answered by ${name}` });
    }
  }
  app.useGlobalGuards({
    canActivate: (context) => {
      const request = requestOf(context);
      request.user = { of: name };
      return request.headers['x-deny'] !== name;
    },
  });
  app.useGlobalPipes({
    transform: (value: unknown) => (typeof value === 'string' ? `${name}: ${value}` : value),
  });
  app.useGlobalInterceptors({
    intercept: (_context, next) =>
      next
        .handle()
        .pipe(map((data) => (typeof data === 'object' ? { ...data, seenBy: name } : data))),
  });
  app.useGlobalFilters(new NamedFilter());
};

const PAIRS: readonly (readonly [TransportName, TransportName])[] = [
  ['http-express', 'http-express'],
  ['http-express', 'http-fastify'],
  ['http-fastify', 'websocket'],
  ['stdio', 'in-process'],
];

describe.each(PAIRS)('two applications of one process, over %s and %s', (first, second) => {
  let red: Bench;
  let blue: Bench;
  beforeEach(async () => {
    takeTrace();
    red = await startBench(first, moduleOf('red', RedController), { configure: configure('red') });
    blue = await startBench(second, moduleOf('blue', BlueController), {
      configure: configure('blue'),
    });
  });
  afterEach(() => Promise.all([red.close(), blue.close()]));

  it('called at once, each answers by its own enhancers, instances and callers', async () => {
    close();
    const calls = Array.from({ length: CALLS }, (_, place) =>
      Object.entries({ red, blue }).map(async ([name, bench]) => {
        const headers = { app: name, caller: `${name}${place}` };
        const { result } = await bench.call('shared', { text: `${place}` }, { headers });
        const callers = Array(3).fill(headers.caller);
        const own = { app: name, text: `${name}: ${place}`, user: { of: name }, callers };
        expect(result?.structuredContent).toEqual({ ...own, seenBy: name });
      }),
    );
    await Promise.all(calls.flat());
    const trace = takeTrace();
    expect(new Set(trace)).toEqual(
      new Set(['class guard of red: red', 'class guard of blue: blue']),
    );
    expect(trace).toHaveLength(2 * CALLS);
  });

  it('each is answered by its own filters, and closed by its own guards', async () => {
    expect((await red.call('fails')).texts[0]).toContain('answered by red');
    expect((await blue.call('fails')).texts[0]).toContain('answered by blue');
    const headers = { 'x-deny': 'red' };
    const statuses = [red, blue].map(async (bench) => [
      (await bench.call('fails', {}, { headers })).status,
      (await bench.send('tools/list', {}, { headers })).status,
    ]);
    // A refusal passes the filters on the route as well; the protocol's envelope passes none.
    expect(await Promise.all(statuses)).toEqual([
      [418, 403],
      [418, 200],
    ]);
    expect((await red.call('red_only', {}, { headers })).status).not.toBe(200);
    expect((await blue.call('blue_only', {}, { headers })).status).toBe(200);
  });

  it('neither knows the other’s tools, nor hears of them', async () => {
    expect((await red.call('blue_only')).code).toBe('MCP_TOOL_NOT_FOUND');
    expect((await blue.call('red_only')).code).toBe('MCP_TOOL_NOT_FOUND');
    const [redWire, blueWire] = [red, blue].map(({ app }) => new Wire(app.get(McpServer)));
    await redWire.open('2025-11-25');
    await blueWire.open('2025-11-25');
    const heard = redWire.next();
    red.app.get(ToolRegistry).add(late);
    expect(await heard).toMatchObject({ method: 'notifications/tools/list_changed' });
    expect((await red.call('late')).texts[0]).toContain('late');
    expect((await blue.call('late')).code).toBe('MCP_TOOL_NOT_FOUND');
    expect(blueWire.sent).toEqual([]);
  });

  it('one goes on when the other is closed', async () => {
    await red.close();
    expect((await blue.call('blue_only')).texts).toEqual(['blue']);
  });
});

const late: Tool = {
  name: 'late',
  description: 'Comes at run time',
  origin: 'local',
  inputSchema: { type: 'object' },
  execute: () => Promise.resolve({ success: true, content: [{ type: 'text', text: 'late' }] }),
};

it('a session of one application is none of the other', async () => {
  const mcp = { sessions: { keys: ['k'.repeat(32)] } };
  const other = { sessions: { keys: ['o'.repeat(32)] } };
  const red = await startBench('http-express', moduleOf('red', RedController), { mcp });
  const blue = await startBench('http-express', moduleOf('blue', BlueController), { mcp: other });
  const [here, there] = await Promise.all([red, blue].map(({ app }) => app.getUrl()));
  const send = (url: string, method: string, session?: string) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: OPENING }),
    });
  const session = (await send(here, 'initialize')).headers.get('mcp-session-id') ?? '';
  const statuses = [here, there].map(async (url) => (await send(url, 'ping', session)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404]);
  await Promise.all([red.close(), blue.close()]);
});

const OPENING = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'two', version: '1' },
};
