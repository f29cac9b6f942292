import { Body, Controller, Injectable, Module, Post, ValidationPipe } from '@nestjs/common';
import { IsInt, IsString, Min } from 'class-validator';
import { McpParam, McpTool } from 'nest-toolport';
import { z } from 'zod';
import { describeTransports } from './support/describe-transports.js';

const Find = z.object({
  orderId: z.string().trim(),
  tags: z.array(z.string()).default([]),
  since: z.date().optional(),
});
type FindInput = z.infer<typeof Find>;
class PlainInput {
  orderId: string;
  tags: string[];
}
class CheckedDto {
  @IsString() orderId: string;
  @IsInt() @Min(1) page: number;
}
const Range = z
  .object({ from: z.int(), to: z.int() })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'before from' })
  .transform(({ from, to }) => new Map([[from, to]]));
const Slow = z.object({
  word: z.string().refine((word) => Promise.resolve(word !== 'no'), 'not that'),
});

@Injectable()
class OrdersTools {
  @McpTool({ name: 'by_type', input: Find }) byType(input: FindInput) {
    return { ...input, isDate: input.since instanceof Date };
  }
  @McpTool({ name: 'by_class', input: Find }) byClass(input: PlainInput) {
    return input;
  }
  @McpTool({ name: 'by_json', input: { type: 'object', properties: { a: { type: 'string' } } } })
  byJson(input: PlainInput) {
    return input;
  }
  @McpTool({ name: 'by_dto', input: CheckedDto }) byDto(input: object) {
    return { isDto: input instanceof CheckedDto };
  }
  @McpTool({ name: 'by_name', input: Find, constants: { orderId: ' 7 ' } }) byName(
    @McpParam('orderId') orderId: string,
    @McpParam('tags') tags: string[],
  ) {
    return { orderId, tags };
  }
  @McpTool({ name: 'range', input: Range }) range(input: z.infer<typeof Range>) {
    return [...input];
  }
  @McpTool({ name: 'slow', input: Slow }) slow(input: z.infer<typeof Slow>) {
    return input;
  }
}

@Controller('orders')
class OrdersController {
  @McpTool({ name: 'by_route', input: Find }) @Post() byRoute(@Body() body: FindInput) {
    return body;
  }
}

@Module({ providers: [OrdersTools], controllers: [OrdersController] })
class OrdersModule {}

describeTransports(
  'a provider’s tool with an input of its own',
  OrdersModule,
  {
    configure: (app) =>
      app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true })),
  },
  (benches) => {
    const call = async (tool: string, args: object) => {
      const { code, texts, result } = await benches().tools.call(tool, args);
      return code === undefined ? (result?.structuredContent ?? texts) : texts[0];
    };

    it('gets what the schema made of the arguments, whatever its type is', async () => {
      const made = { orderId: '7', tags: [] };
      expect(await call('by_type', { orderId: ' 7 ', more: 1 })).toEqual({
        ...made,
        isDate: false,
      });
      expect(await call('by_class', { orderId: '7', more: 1 })).toEqual(made);
      expect(await call('by_name', { tags: ['a'] })).toEqual({ orderId: '7', tags: ['a'] });
      expect(await call('by_json', { a: 'x' })).toEqual({ a: 'x' });
      expect(await call('range', { from: 1, to: 2 })).toEqual(['[[1,2]]']);
    });

    it('gets a Date where the schema wants one', async () => {
      const since = '2026-12-24T10:00:00.000Z';
      expect(await call('by_type', { orderId: '7', since })).toMatchObject({ since, isDate: true });
      expect(await call('by_type', { orderId: '7', since: 'soon' })).toMatch(
        /^VALIDATION_FAILED: since /,
      );
    });

    it('is refused in the schema’s words where JSON Schema has none', async () => {
      expect(await call('range', { from: 2, to: 1 })).toBe(
        'VALIDATION_FAILED: to must fit: before from',
      );
      expect(await call('slow', { word: 'no' })).toBe('VALIDATION_FAILED: word must fit: not that');
      expect(await call('slow', { word: 'yes' })).toEqual({ word: 'yes' });
    });

    it('is checked by the rules of a class that is given as its input', async () => {
      expect(await call('by_dto', { orderId: '7', page: 0 })).toMatch(
        /page must not be less than 1/,
      );
      expect(await call('by_dto', { orderId: '7', page: 1 })).toEqual({ isDto: true });
    });

    it('leaves a route what REST hands over', async () => {
      const body = { orderId: ' 7 ', more: 1 };
      const { text } = await benches().rest.rest({ method: 'POST', path: '/orders', body });
      expect(await call('by_route', body)).toEqual(JSON.parse(text));
    });
  },
);
