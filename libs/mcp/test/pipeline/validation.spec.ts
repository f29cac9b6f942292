// Long because the same DTO is held to every place where a pipe may stand.
import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  Post,
  Query,
  UnprocessableEntityException,
  UseGuards,
  UsePipes,
  ValidationPipe,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { McpTool } from 'nest-toolport';
import { note, takeTrace } from './fixtures/trace.js';
import { startBench, type Bench } from './support/bench.js';

class PartDto {
  @IsInt() n: number;
}
class OrderDto {
  @IsString() @MinLength(3, { message: 'too short' }) name: string;
  @IsInt() @Min(1) age: number;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => PartDto) parts?: PartDto[];
}
class SearchDto {
  @IsInt() limit: number;
  @IsOptional() @IsBoolean() active?: boolean;
  @IsOptional() @Transform(({ obj }) => (obj as { open?: string }).open === 'true') open?: boolean;
}
class Entity {
  @IsString() name = 'found';
}
class FindPipe implements PipeTransform {
  transform(id: string): Entity {
    const entity = new Entity();
    entity.name = `entity ${id}`;
    return entity;
  }
}
class NotingPipe implements PipeTransform {
  transform(value: unknown): unknown {
    note('pipe');
    return value;
  }
}
const guard = { canActivate: () => (note('guard'), true) };

@Controller('orders')
@UseGuards(guard)
class OrdersController {
  @McpTool({ name: 'create' }) @Post() create(@Body() dto: OrderDto) {
    note('handler');
    const part = dto.parts?.[0];
    return { isDto: dto instanceof OrderDto, isPart: part instanceof PartDto, dto };
  }
  @McpTool({ name: 'search' }) @Get() search(@Query() query: SearchDto) {
    return query;
  }
  @McpTool({ name: 'entity' }) @Get(':id') entity(@Param('id', FindPipe) entity: Entity) {
    return { name: entity.name };
  }
  @McpTool({ name: 'strict' })
  @Post('strict')
  @UsePipes(NotingPipe)
  strict(@Body() dto: OrderDto) {
    note('handler');
    return dto;
  }
}

@Module({ controllers: [OrdersController] })
class OrdersModule {}

const VALID = { name: 'abc', age: 3 };

describe('without any ValidationPipe', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench('in-process', OrdersModule);
  });
  afterAll(() => bench.close());
  beforeEach(() => void takeTrace());

  it('checks a DTO all the same, after the guards, and lists every field', async () => {
    const args = { name: 'x', age: 0, parts: [{ n: 'a' }] };
    const { code, texts } = await bench.call('create', args);
    expect(code).toBe('VALIDATION_FAILED');
    for (const words of ['name', 'age must not be less than 1', 'parts.0.n', 'too short']) {
      expect(texts[0]).toContain(words);
    }
    expect(takeTrace()).toEqual(['guard']);
  });

  it('hands the method an instance', async () => {
    const { result } = await bench.call('create', { ...VALID, parts: [{ n: 1 }] });
    expect(result?.structuredContent).toMatchObject({ isDto: true, isPart: true });
  });

  it('refuses a field that the DTO does not have', async () => {
    const { code, texts } = await bench.call('create', { ...VALID, admin: true });
    expect(code).toBe('VALIDATION_FAILED');
    expect(texts[0]).toContain('admin');
  });

  it('checks and converts what a URL carries as text', async () => {
    const { result } = await bench.call('search', { limit: 5, active: false, open: true });
    expect(result?.structuredContent).toEqual({ limit: 5, active: false, open: true });
    expect((await bench.call('search', { limit: 'many' })).code).toBe('VALIDATION_FAILED');
  });

  it('leaves alone a parameter with a pipe of its own', async () => {
    expect((await bench.call('entity', { id: '7' })).texts).toEqual(['{"name":"entity 7"}']);
  });

  it('runs the application’s other pipes first', async () => {
    await bench.call('strict', VALID);
    expect(takeTrace()).toEqual(['guard', 'pipe', 'handler']);
  });
});

describe('with the application’s ValidationPipe', () => {
  const startWith = (pipe: ValidationPipe) =>
    startBench('in-process', OrdersModule, { configure: (app) => app.useGlobalPipes(pipe) });

  it('refuses in the application’s own words, and adds the fields that they do not name', async () => {
    const exceptionFactory = (errors: ValidationError[]) =>
      new UnprocessableEntityException({
        message: 'look again',
        fields: errors.map(({ property }) => property),
      });
    const bench = await startWith(new ValidationPipe({ exceptionFactory }));
    const { status, code, texts } = await bench.call('create', { name: 1, age: 0 });
    expect([status, code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(texts[0]).toMatch(/^VALIDATION_FAILED: look again; .*name .*; .*age /);
    expect(JSON.parse(texts[1])).toMatchObject({ fields: ['name', 'age'] });
    await bench.close();
  });

  it('refuses what implicit conversion would falsify', async () => {
    class FlagDto {
      @IsBoolean() flag: boolean;
    }
    @Controller('flags')
    class FlagsController {
      @McpTool({ name: 'flag' }) @Post() flag(@Body() dto: FlagDto) {
        return dto;
      }
    }
    @Module({ controllers: [FlagsController] })
    class FlagsModule {}
    const pipe = new ValidationPipe({
      transform: true,
      transformOptions: { enableImplicitConversion: true },
    });
    const bench = await startBench('in-process', FlagsModule, {
      configure: (app) => app.useGlobalPipes(pipe),
    });
    const { code, texts } = await bench.call('flag', { flag: 'false' });
    expect([code, texts[0]]).toEqual([
      'VALIDATION_FAILED',
      expect.stringMatching(/^VALIDATION_FAILED: flag must be a boolean/),
    ]);
    expect((await bench.call('flag', { flag: false })).texts).toEqual(['{"flag":false}']);
    await bench.close();
  });

  it('lists grouped messages by their path', async () => {
    const bench = await startWith(new ValidationPipe({ errorFormat: 'grouped' }));
    const { texts } = await bench.call('create', { ...VALID, parts: [{ n: 'x' }] });
    expect(texts[0]).toMatch(/^VALIDATION_FAILED: parts\.0\.n must be an integer/);
    await bench.close();
  });

  it('does not check twice', async () => {
    let checks = 0;
    const pipe = new ValidationPipe({ transform: true });
    const transform = pipe.transform.bind(pipe);
    pipe.transform = (...given) => {
      checks += 1;
      return transform(...given);
    };
    const bench = await startWith(pipe);
    await bench.call('create', VALID);
    expect(checks).toBe(1);
    await bench.close();
  });
});

describe('arguments that are not offered', () => {
  class PriceDto {
    @IsString() sku: string;
    @IsInt() @IsOptional() price?: number;
    @IsString() @IsOptional() currency?: string;
  }
  @Controller('prices')
  class PricesController {
    @McpTool({ name: 'fixed', constants: { currency: 'EUR' }, exclude: ['price'] })
    @Post(':id')
    set(@Param('id') id: string, @Body() dto: PriceDto) {
      note('handler');
      return { id, ...(dto as object) };
    }
  }
  @Module({ controllers: [PricesController] })
  class PricesModule {}
  let bench: Bench;
  beforeAll(async () => {
    const pipe = new ValidationPipe({ transform: true });
    bench = await startBench('in-process', PricesModule, {
      configure: (app) => app.useGlobalPipes(pipe),
    });
  });
  afterAll(() => bench.close());
  beforeEach(() => void takeTrace());

  it.each(['price', 'currency', 'body_price', 'body_currency'])(
    'are refused by the name %s',
    async (name) => {
      const { code, texts } = await bench.call('fixed', { id: '1', sku: 'a', [name]: 5 });
      expect(code).toBe('VALIDATION_FAILED');
      expect(texts[0]).toContain(name);
      expect(takeTrace()).toEqual([]);
    },
  );

  it('leave a constant its value', async () => {
    const { result } = await bench.call('fixed', { id: '1', sku: 'a' });
    expect(result?.structuredContent).toEqual({ id: '1', sku: 'a', currency: 'EUR' });
  });
});

@Injectable()
class InputService {
  @McpTool({ name: 'provided' }) provided(input: OrderDto) {
    return { isDto: input instanceof OrderDto };
  }
}
it('a provider’s DTO is checked where no pipe would', async () => {
  @Module({ providers: [InputService] })
  class InputModule {}
  const bench = await startBench('in-process', InputModule);
  expect((await bench.call('provided', { name: 'abc', age: 'x' })).code).toBe('VALIDATION_FAILED');
  expect((await bench.call('provided', VALID)).texts).toEqual(['{"isDto":true}']);
  await bench.close();
});
