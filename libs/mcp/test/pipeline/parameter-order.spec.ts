import {
  BadRequestException,
  Body,
  Controller,
  createParamDecorator,
  Module,
  Post,
  Query,
  type ExecutionContext,
} from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, type Bench } from './support/bench.js';

const noting = (name: string) => ({
  transform: (value: unknown) => {
    note(name);
    return value;
  },
});
const refusing = (name: string) => ({
  transform: () => {
    throw new BadRequestException(`refused by ${name}`);
  },
});
const OtherBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  context.switchToHttp().getRequest<{ body: unknown }>().body = { swapped: true };
  return 'swapped';
});

@Controller('order')
class OrderController {
  @McpTool({ name: 'noted' })
  @Post('noted')
  noted(@Query('a', noting('a')) a: string, @Query('b', noting('b')) b: string) {
    return { a, b };
  }
  @McpTool({ name: 'refused' })
  @Post('refused')
  refused(@Query('a', refusing('a')) a: string, @Query('b', refusing('b')) b: string) {
    return { a, b };
  }
  @McpTool({ name: 'swapped_first' })
  @Post('swapped-first')
  swappedFirst(@OtherBody() _other: string, @Body() body: object) {
    return { body };
  }
  @McpTool({ name: 'swapped_last' })
  @Post('swapped-last')
  swappedLast(@Body() body: object, @OtherBody() _other: string) {
    return { body };
  }
}

@Module({ controllers: [OrderController] })
class OrderModule {}

describe.each(['http-express', 'http-fastify'] as const)(
  'the order of parameters, over %s',
  (transport) => {
    let bench: Bench;
    beforeAll(async () => {
      bench = await startBench(transport, OrderModule);
    });
    afterAll(() => bench.close());
    beforeEach(() => void takeTrace());

    const post = (path: string) => bench.rest({ method: 'POST', path: `/order/${path}`, body: {} });

    it('in which pipes start is the route’s', async () => {
      await post('noted?a=1&b=2');
      const route = takeTrace();
      await bench.call('noted', { a: '1', b: '2' });
      expect(takeTrace()).toEqual(route);
      expect(route).toHaveLength(2);
    });

    it('decides which refusal is told, as on the route', async () => {
      const { message } = JSON.parse((await post('refused?a=1&b=2')).text) as { message: string };
      const { texts } = await bench.call('refused', { a: '1', b: '2' });
      expect(texts[0]).toContain(message);
    });

    it.each(['first', 'last'])('decides what a decorator that stands %s changes', async (place) => {
      const route = JSON.parse((await post(`swapped-${place}`)).text) as object;
      const { result } = await bench.call(`swapped_${place}`, {});
      expect(result?.structuredContent).toEqual(route);
    });
  },
);
