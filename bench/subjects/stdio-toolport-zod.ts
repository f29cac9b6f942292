import { Body, Controller, Module, Post, StandardSchemaValidationPipe } from '@nestjs/common';
import { McpModule, McpTool, runStdio } from 'nest-toolport';
import { createOrder, type Order, type OrderInput } from './subject.js';
import { order } from './zod-tools.js';

@Controller('orders')
class OrdersController {
  @Post()
  @McpTool({ name: 'orders_create', description: 'Place an order' })
  create(@Body({ schema: order() }) input: OrderInput): Order {
    return createOrder(input);
  }
}

@Module({
  imports: [McpModule.forRoot({ name: 'shop', version: '1.0.0' })],
  controllers: [OrdersController],
})
class ShopModule {}

// The very schema that the SDK's server checks by: what is left to compare is the way to the method.
await runStdio(() => ShopModule, {
  configure: (app) => {
    app.useGlobalPipes(new StandardSchemaValidationPipe());
  },
});
