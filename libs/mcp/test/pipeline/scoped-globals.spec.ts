import {
  Catch,
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Query,
  Scope,
  type ArgumentMetadata,
  type ArgumentsHost,
  type CallHandler,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, REQUEST } from '@nestjs/core';
import { McpParam, McpTool } from 'nest-toolport';
import { requestOf, type Reply, type SeenRequest } from './fixtures/enhancers.js';
import { note, takeTrace } from './fixtures/trace.js';
import { describeTransports } from './support/describe-transports.js';
import { expectParity, observeRest, observeTool, type ParityCase } from './support/parity.js';

/** Each is made for one request, by which it is known. */
@Injectable({ scope: Scope.REQUEST })
class Known {
  constructor(@Inject(REQUEST) readonly request: SeenRequest) {
    note(`made: ${this.constructor.name}`);
  }
}
@Injectable({ scope: Scope.REQUEST })
class GlobalGuard extends Known {
  canActivate(context: ExecutionContext): boolean {
    note(`guard ${this.request === requestOf(context)}`);
    return this.request.headers['x-deny'] !== 'scoped';
  }
}
@Injectable({ scope: Scope.REQUEST })
class GlobalInterceptor extends Known {
  intercept(context: ExecutionContext, next: CallHandler) {
    note(`interceptor ${this.request === requestOf(context)}`);
    return next.handle();
  }
}
@Injectable({ scope: Scope.REQUEST })
class GlobalPipe extends Known {
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    note(`pipe ${type}`);
    return `${String(value)} of ${this.request.headers.caller}`;
  }
}
@Injectable({ scope: Scope.REQUEST })
@Catch(RangeError)
class GlobalFilter extends Known {
  catch(error: RangeError, host: ArgumentsHost): void {
    note(`filter ${this.request === host.switchToHttp().getRequest()}`);
    const message = `${error.message} for ${this.request.headers.caller}`;
    host.switchToHttp().getResponse<Reply>().status(416).send({ message });
  }
}

function answer(text: string): string {
  if (text.startsWith('bad')) throw new RangeError('out of range');
  return text;
}
@Controller('scoped')
class PlainController {
  @McpTool({ name: 'route' }) @Get() route(@Query('text') text: string) {
    return answer(text);
  }
}
@Injectable()
class PlainService {
  @McpTool({ name: 'service' }) service(@McpParam('text') text: string) {
    return answer(text);
  }
}
@Module({
  controllers: [PlainController],
  providers: [
    PlainService,
    { provide: APP_GUARD, useClass: GlobalGuard },
    { provide: APP_INTERCEPTOR, useClass: GlobalInterceptor },
    { provide: APP_PIPE, useClass: GlobalPipe },
    { provide: APP_FILTER, useClass: GlobalFilter },
  ],
})
class ScopedModule {}

function caseOf(text: string, headers: Record<string, string>): ParityCase {
  const rest = { method: 'GET', path: `/scoped?text=${text}` };
  return { title: text, tool: 'route', args: { text }, rest, headers };
}

describeTransports('request-scoped global enhancers', ScopedModule, {}, (benches) => {
  beforeEach(() => void takeTrace());

  it.each([
    ['run, each made once for the call', caseOf('good', { caller: 'ada' })],
    ['deny', caseOf('good', { caller: 'ada', 'x-deny': 'scoped' })],
    ['answer an error', caseOf('bad', { caller: 'ada' })],
  ])('%s as on the route', async (_title, item) => {
    const rest = await observeRest(benches().rest, item);
    expect(rest.trace.join()).toContain('guard true');
    expectParity(item, rest, await observeTool(benches().tools, item));
  });

  it('hold for a provider’s tool as well', async () => {
    const { tools } = benches();
    const headers = { caller: 'ada' };
    expect((await tools.call('service', { text: 'good' }, { headers })).texts).toEqual([
      'good of ada',
    ]);
    const kinds = ['GlobalGuard', 'GlobalInterceptor', 'GlobalPipe', 'GlobalFilter'];
    const made = takeTrace().filter((step) => step.startsWith('made'));
    expect(made.toSorted()).toEqual(kinds.map((kind) => `made: ${kind}`).toSorted());
    const bad = await tools.call('service', { text: 'bad' }, { headers });
    expect(bad.texts[0]).toContain('out of range for ada');
    const denied = await tools.call('service', {}, { headers: { 'x-deny': 'scoped' } });
    expect(denied.status).toBe(403);
  });
});
