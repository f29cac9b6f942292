import {
  Body,
  Controller,
  Get,
  Injectable,
  Module,
  Param,
  ParseIntPipe,
  Post,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsString, Min } from 'class-validator';
import { McpCall, McpCallContext, McpModule, McpServer, McpTool, SetupError } from 'nest-toolport';

class CreateOrderDto {
  @IsString()
  sku: string;

  @IsInt()
  @Min(1)
  quantity: number;
}

@Controller('orders')
class OrdersController {
  @Post()
  @McpTool({ description: 'Places an order' })
  create(@Body() dto: CreateOrderDto, @McpCall() call: McpCallContext) {
    return { sku: dto.sku, quantity: dto.quantity, via: call.transport };
  }

  @Get(':id')
  @McpTool({ description: 'Finds an order' })
  find(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }
}

@Injectable()
class ForecastService {
  @McpTool({ description: 'Orders to expect' })
  forecast() {
    return 'sunny';
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'orders', version: '1.0.0' })],
  controllers: [OrdersController],
  providers: [ForecastService],
})
class AppModule {}

@Controller('twins')
class TwinsController {
  @Get('a')
  @McpTool({ name: 'twin', description: 'One' })
  a(): void {}

  @Get('b')
  @McpTool({ name: 'twin', description: 'Other' })
  b(): void {}

  @Get('c')
  @McpTool({ name: 'not a name', description: 'Third' })
  c(): void {}
}

@Module({ imports: [McpModule.forRoot({})], controllers: [TwinsController] })
class FaultyModule {}

@Module({ imports: [McpModule.forRoot()], controllers: [OrdersController] })
class PlainModule {}

describe('McpModule', () => {
  async function started() {
    const app = await NestFactory.create(AppModule, { logger: false });
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const post = async (method: string, params?: object) => {
      const response = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return { status: response.status, body: (await response.json()) as { result: never } };
    };
    return { app, url, post };
  }

  it('needs no options: name and version are those of the package', async () => {
    const app = await NestFactory.createApplicationContext(PlainModule, { logger: false });
    expect(app.get(McpServer).tools).toHaveLength(2);
    await app.close();
  });

  it('serves the methods of controllers and providers as tools', async () => {
    const { app, post } = await started();
    const { body } = await post('tools/list');
    await app.close();
    expect(body.result).toMatchObject({
      tools: [{ name: 'forecast_forecast' }, { name: 'orders_create' }, { name: 'orders_find' }],
    });
  });

  it('calls a controller’s method through its pipes', async () => {
    const { app, post } = await started();
    const good = await post('tools/call', {
      name: 'orders_create',
      arguments: { sku: 'a', quantity: 2 },
    });
    const bad = await post('tools/call', { name: 'orders_create', arguments: { quantity: 0 } });
    const found = await post('tools/call', { name: 'orders_find', arguments: { id: 7 } });
    await app.close();
    expect(good.body.result).toMatchObject({
      structuredContent: { sku: 'a', quantity: 2, via: 'http' },
    });
    expect(bad.body.result).toMatchObject({ isError: true });
    expect(JSON.stringify(bad.body.result)).toMatch(/sku.*quantity/);
    expect(found.body.result).toMatchObject({ structuredContent: { id: 7 } });
  });

  it('names the server and lets it be injected', async () => {
    const { app } = await started();
    const server = app.get(McpServer);
    expect(server.tools.map(({ name }) => name)).toContain('orders_create');
    expect(server.findTool('orders_find')?.operationId).toBe('OrdersController.find');
    await app.close();
  });

  it('does not start with a faulty table, and tells all faults at once', async () => {
    const app = await NestFactory.create(FaultyModule, { logger: false });
    const fault = await app.init().then(
      () => undefined,
      (error: unknown) => error,
    );
    await app.close();
    expect(fault).toBeInstanceOf(SetupError);
    expect((fault as SetupError).problems.map(({ code }) => code).sort()).toEqual([
      'MCP_TOOL_NAME_CONFLICT',
      'MCP_TOOL_NAME_INVALID',
    ]);
  });
});
