import 'reflect-metadata';
import * as nest from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type * as Toolport from 'nest-toolport';
import { tap } from 'rxjs';
import { CreateOrderDto } from './shop.dto.js';
import { createOrder, type Order } from './subject.js';

// Calls one method in process, bare and behind one stage of the pipeline at a time; says on stdout
// what each took, in microseconds, per round.

type Invoker = (args: object, call: Toolport.McpCallContext) => Promise<unknown>;

interface InvokerFactory {
  create: (this: InvokerFactory, method: unknown, options: { readonly name: string }) => Invoker;
}

// The library in its modules: its own part that runs a method's chain is wanted, without what a server
// makes of the outcome.
const library = (path: string): string => new URL(`library/${path}`, import.meta.url).href;
const { McpCallContext, McpModule, McpServer, McpTool } = (await import(
  library('index.js')
)) as typeof Toolport;
const { InvokerFactory } = (await import(library('pipeline/invoker.factory.js'))) as {
  InvokerFactory: { readonly prototype: InvokerFactory };
};
const invokers = new Map<string, Invoker>();
const { create } = InvokerFactory.prototype;
InvokerFactory.prototype.create = function (method, options) {
  const invoker = create.call(this, method, options);
  invokers.set(options.name, invoker);
  return invoker;
};

class PassingGuard implements nest.CanActivate {
  canActivate(): boolean {
    return true;
  }
}

class TappingInterceptor implements nest.NestInterceptor {
  intercept(_context: nest.ExecutionContext, next: nest.CallHandler) {
    return next.handle().pipe(tap(() => {}));
  }
}

class PassingPipe implements nest.PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

@nest.Catch(nest.ConflictException)
class ConflictFilter implements nest.ExceptionFilter {
  catch(_error: unknown, host: nest.ArgumentsHost): void {
    host.switchToHttp().getResponse<{ json(body: object): void }>().json({ conflict: true });
  }
}

const input = { type: 'object' } as const;

@nest.Controller()
class StagesController {
  @nest.Post('plain')
  @McpTool({ name: 'plain', description: 'No stage', input })
  plain(@nest.Body() order: object): Order {
    return createOrder(order as CreateOrderDto);
  }

  @nest.Post('chain')
  @nest.UseGuards(PassingGuard)
  @nest.UseInterceptors(TappingInterceptor)
  @McpTool({ name: 'chain', description: 'A guard and an interceptor', input })
  chain(@nest.Body() order: object): Order {
    return createOrder(order as CreateOrderDto);
  }

  @nest.Post('guard')
  @nest.UseGuards(PassingGuard)
  @McpTool({ name: 'guard', description: 'One guard', input })
  guard(@nest.Body() order: object): Order {
    return createOrder(order as CreateOrderDto);
  }

  @nest.Post('interceptor')
  @nest.UseInterceptors(TappingInterceptor)
  @McpTool({ name: 'interceptor', description: 'One interceptor', input })
  interceptor(@nest.Body() order: object): Order {
    return createOrder(order as CreateOrderDto);
  }

  @nest.Post('pipe')
  @McpTool({ name: 'pipe', description: 'One pipe', input })
  pipe(@nest.Body(PassingPipe) order: object): Order {
    return createOrder(order as CreateOrderDto);
  }

  @nest.Post('validation')
  @McpTool({ name: 'validation', description: 'ValidationPipe, two fields' })
  validation(
    @nest.Body(new nest.ValidationPipe({ transform: true })) order: CreateOrderDto,
  ): Order {
    return createOrder(order);
  }

  @nest.Post('filter')
  @nest.UseFilters(ConflictFilter)
  @McpTool({ name: 'filter', description: 'An exception and its filter', input })
  filter(): Order {
    throw new nest.ConflictException();
  }
}

@nest.Controller({ path: 'scoped', scope: nest.Scope.REQUEST })
class ScopedController {
  @nest.Post()
  @McpTool({ name: 'scope', description: 'A controller per request', input })
  scoped(@nest.Body() order: object): Order {
    return createOrder(order as CreateOrderDto);
  }
}

@nest.Module({
  imports: [McpModule.forRoot({ name: 'stages', version: '1.0.0' })],
  controllers: [StagesController, ScopedController],
})
class StagesModule {}

const CALLS = 3_200;
const AT_ONCE = 16;

// The parsers of HTTP bodies are the application's, and no stage of the pipeline.
const app = await NestFactory.create(StagesModule, { logger: ['error'], bodyParser: false });
await app.init();
const server = app.get(McpServer);
const args = { customer: 'Ada', quantity: 2 };
const signal = new AbortController().signal;
const direct = app.get(StagesController);
const contextOf = (name: string) =>
  new McpCallContext({ kind: 'tool', name, transport: 'stdio', signal });
const works: Record<string, () => unknown> = { direct: () => direct.plain(args) };
for (const [name, invoke] of invokers) {
  works[`${name} alone`] = () => invoke(args, contextOf(name));
}
for (const tool of server.tools) {
  works[tool.name] = () => tool.invoke(args, contextOf(tool.name));
}

const rounds = Number(process.argv[2]);
const taken: Record<string, number[]> = {};
for (let round = -1; round < rounds; round += 1) {
  for (const [name, work] of Object.entries(works)) {
    const microseconds = await measure(work);
    // The first round only warms up.
    if (round >= 0) (taken[name] ??= []).push(microseconds);
  }
}
console.log(JSON.stringify(taken));
await app.close();

async function measure(work: () => unknown): Promise<number> {
  const begun = performance.now();
  for (let call = 0; call < CALLS; call += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // A loop of promises alone never lets timers and the like run.
    await new Promise(setImmediate);
  }
  return ((performance.now() - begun) * 1000) / CALLS;
}
