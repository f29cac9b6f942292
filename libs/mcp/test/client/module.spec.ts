import 'reflect-metadata';
import { Controller, Get, Injectable, Module, Scope, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TerminusModule, HealthCheckService } from '@nestjs/terminus';
import type { ClientHandlerContext } from '../../src/client/client-handler.js';
import {
  InjectMcpClient,
  InjectTools,
  McpClientHandler,
  McpClientModule,
  McpHealthIndicator,
  McpManager,
  RemoteServer,
  ToolSet,
  type McpClientOptions,
} from '../../src/client.js';
import { FaultServer } from './support/fault-server.mjs';
import { inProcess, textOf } from './support/managers.js';

describe('McpClientModule', () => {
  let app: INestApplication | undefined;
  afterEach(() => app?.close());

  const boot = async (options: McpClientOptions, providers: (new (...a: never[]) => object)[]) => {
    @Module({ imports: [McpClientModule.forRoot(options)], providers })
    class AppModule {}
    app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
    await app.init();
    return app;
  };
  const fault = () => inProcess(new FaultServer());

  @Injectable()
  class Agent {
    constructor(
      @InjectTools() readonly all: ToolSet,
      @InjectTools({ origin: 'one' }) readonly some: ToolSet,
      @InjectMcpClient('one') readonly one: RemoteServer,
    ) {}
  }

  it('injects the tools, live and filtered, and single servers', async () => {
    const running = await boot({ servers: { one: fault(), two: fault() } }, [Agent]);
    const agent = running.get(Agent);
    expect(agent.all.find('mcp_two_echo')).toBeDefined();
    expect(agent.some.find('mcp_two_echo')).toBeUndefined();
    expect(new Set([...agent.some].map(({ origin }) => origin))).toEqual(new Set(['one']));
    expect(textOf(await agent.some.execute('mcp_one_echo', { text: 'x' }))).toBe('x');
    await expect(agent.some.execute('mcp_two_echo')).rejects.toMatchObject({
      code: 'MCP_TOOL_NOT_FOUND',
    });
    expect(textOf(await agent.one.callTool('echo', { text: 'y' }))).toBe('y');
  });

  it('a server that is asked for and not configured stops the boot, naming the class', async () => {
    await expect(boot({ servers: { two: fault() } }, [Agent])).rejects.toThrow(
      /Agent: @InjectMcpClient\('one'\).*no such server[^]*there are: two/,
    );
  });

  it('a class that is not part of the application asks for nothing', async () => {
    const running = await boot({ servers: { two: fault() } }, []);
    expect(running.get(McpManager).health().status).toBe('up');
  });

  it('a wrong configuration stops the boot', async () => {
    const servers = { one: { command: 'x', comand: 'y' } };
    await expect(boot({ servers }, [])).rejects.toThrow(/unknown key "comand"/);
  });

  it('is configured by a factory, too', async () => {
    @Injectable()
    class Settings {
      readonly servers = { one: fault() };
    }
    @Module({ providers: [Settings], exports: [Settings] })
    class SettingsModule {}
    @Module({
      imports: [
        McpClientModule.forRootAsync({
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: ({ servers }: Settings) => ({ servers }),
        }),
      ],
      providers: [Agent],
    })
    class AppModule {}
    app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
    await app.init();
    expect(app.get(Agent).one.state).toBe('ready');
  });

  it('methods answer what servers ask: that of the server before that of all', async () => {
    @Injectable()
    class Answers {
      readonly name = 'Answers';
      @McpClientHandler('elicit')
      all(_: object, { server }: ClientHandlerContext) {
        return { action: 'accept' as const, content: { colour: `${this.name} for ${server}` } };
      }
      @McpClientHandler('elicit', 'two')
      two() {
        return { action: 'decline' as const };
      }
    }
    const running = await boot({ servers: { one: fault(), two: fault() } }, [Answers, Agent]);
    const { all } = running.get(Agent);
    expect(JSON.parse(textOf(await all.execute('mcp_one_ask')))).toEqual({
      action: 'accept',
      content: { colour: 'Answers for one' },
    });
    expect(JSON.parse(textOf(await all.execute('mcp_two_ask')))).toEqual({ action: 'decline' });
  });

  it('a question that nobody answers is not announced, and refused', async () => {
    const server = new FaultServer();
    const running = await boot({ servers: { one: inProcess(server) } }, [Agent]);
    const answer = JSON.parse(textOf(await running.get(Agent).all.execute('mcp_one_ask')));
    expect(answer).toMatchObject({ code: -32601 });
    expect(server.received.find(({ method }) => method === 'initialize')).toMatchObject({
      params: { capabilities: {} },
    });
  });

  it('a call does not time out while a person is being asked', async () => {
    let asked!: () => void;
    let answer!: (value: { action: 'accept'; content: object }) => void;
    const question = new Promise<void>((resolve) => (asked = resolve));
    @Injectable()
    class Slow {
      @McpClientHandler('elicit')
      ask() {
        asked();
        return new Promise<never>((resolve) => (answer = resolve as never));
      }
    }
    const running = await boot({ servers: { one: { ...fault(), timeout: 150 } } }, [Slow, Agent]);
    const { one } = running.get(Agent);
    const call = one.callTool('ask');
    await question;
    expect(textOf(await one.callTool('slow', { ms: 400 }))).toBe('done');
    answer({ action: 'accept', content: { colour: 'green' } });
    expect(textOf(await call)).toContain('green');
  });

  it.each([
    [
      'of a request-scoped provider',
      Scope.REQUEST,
      undefined,
      /RequestScoped\.ask.*request-scoped/,
    ],
    ['of a server that is not there', Scope.DEFAULT, 'nope', /server "nope"/],
  ])('refuses a handler %s', async (_, scope, server, message) => {
    @Injectable({ scope })
    class RequestScoped {
      @McpClientHandler('roots', server)
      ask() {
        return { roots: [] };
      }
    }
    await expect(boot({ servers: { one: fault() } }, [RequestScoped])).rejects.toThrow(message);
  });

  it('refuses two handlers of the same question', async () => {
    @Injectable()
    class Twice {
      @McpClientHandler('roots')
      a() {
        return { roots: [] };
      }
      @McpClientHandler('roots')
      b() {
        return { roots: [] };
      }
    }
    await expect(boot({ servers: { one: fault() } }, [Twice])).rejects.toThrow(
      /Twice\.b: Twice\.a answers the same question/,
    );
  });

  it('tells terminus which servers are down', async () => {
    @Controller()
    class Health {
      constructor(
        private readonly health: HealthCheckService,
        private readonly mcp: McpHealthIndicator,
      ) {}
      @Get()
      check(required?: string[]) {
        return this.health.check([() => this.mcp.check('mcp', { required }) as never]);
      }
    }
    const gone = { type: 'in-process' as const, connect: () => Promise.reject(new Error('gone')) };
    @Module({
      imports: [
        TerminusModule.forRoot({ logger: false }),
        McpClientModule.forRoot({ servers: { one: fault(), two: gone } }),
      ],
      controllers: [Health],
    })
    class AppModule {}
    app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
    await app.init();
    expect(await app.get(Health).check(['one'])).toMatchObject({
      status: 'ok',
      info: { mcp: { status: 'up', servers: { two: { state: 'failed', reason: 'gone' } } } },
    });
    await expect(app.get(Health).check()).rejects.toMatchObject({
      response: { error: { mcp: { status: 'down' } } },
    });
  });

  it('does not wait for servers when told so', async () => {
    const never = { type: 'in-process' as const, connect: () => new Promise<never>(() => {}) };
    const running = await boot({ servers: { one: never }, waitForServers: false }, [Agent]);
    expect(running.get(Agent).one.state).toBe('connecting');
  });
});
