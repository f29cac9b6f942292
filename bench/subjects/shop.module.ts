import { Body, Controller, Get, Module, Post, type Type } from '@nestjs/common';
import { McpCall, McpCallContext, McpModule, McpTool } from 'nest-toolport';
import { CreateOrderDto, ImportOrderDto, likeCreateOrder, NoteDto } from './shop.dto.js';
import * as shop from './subject.js';

@Controller('orders')
class CreateController {
  @Post()
  @McpTool({ name: 'orders_create', description: 'Place an order' })
  create(@Body() order: CreateOrderDto): shop.Order {
    return shop.createOrder(order);
  }
}

@Controller('imports')
class ImportController {
  @Post()
  @McpTool({ name: 'orders_import', description: 'Place a large order' })
  import(@Body() order: ImportOrderDto): object {
    return shop.importOrder(order);
  }
}

@Controller('report')
class ReportController {
  @Get()
  @McpTool({ name: 'report_get', description: 'Read the report' })
  get(): string {
    return shop.REPORT;
  }
}

@Controller('track')
class TrackController {
  @Post()
  @McpTool({ name: 'orders_track', description: 'Follow an order' })
  track(@McpCall() call: McpCallContext): object {
    for (let step = 1; step <= shop.STEPS; step += 1) call.progress(step, shop.STEPS);
    return { steps: shop.STEPS };
  }
}

@Controller('notes')
class NoteController {
  @Post()
  @McpTool({ name: 'note_keep', description: 'Keep a note of any shape' })
  keep(@Body() _note: NoteDto): object {
    return { kept: true };
  }
}

const CONTROLLERS: Readonly<Record<shop.ToolName, Type>> = {
  orders_create: CreateController,
  orders_import: ImportController,
  report_get: ReportController,
  orders_track: TrackController,
  note_keep: NoteController,
};

/** The shop with one tool that is called, and others beside it. */
export function shopModule(options: shop.SubjectOptions): Type {
  const { tool = 'orders_create', tools = 1, dtos = tools, toolport } = options;
  const mcp = { name: 'shop', version: '1.0.0' };
  const bodies = bodyTypes(dtos);
  const others = shop
    .otherTools(tools)
    .map((name, at) => otherController(name, bodies[(at + 1) % dtos]));
  @Module({
    imports: toolport === false ? [] : [McpModule.forRoot(mcp)],
    controllers: [CONTROLLERS[tool], ...others],
  })
  class ShopModule {}
  return ShopModule;
}

/** The body of `orders_create`, and others like it. */
function bodyTypes(count: number): (typeof CreateOrderDto)[] {
  const others = Array.from({ length: count - 1 }, (_, at) => likeCreateOrder(`Dto_${at + 1}`));
  return [CreateOrderDto, ...others];
}

/** What the decorators would write for one more method like `orders_create`. */
function otherController(name: string, body: typeof CreateOrderDto): Type {
  class OtherController {
    create(order: CreateOrderDto): shop.Order {
      return shop.createOrder(order);
    }
  }
  const { prototype } = OtherController;
  Reflect.defineMetadata('design:paramtypes', [body], prototype, 'create');
  Body()(prototype, 'create', 0);
  const method = Object.getOwnPropertyDescriptor(prototype, 'create') as PropertyDescriptor;
  Post()(prototype, 'create', method);
  McpTool({ name, description: 'Place an order' })(prototype, 'create', method);
  Controller(name)(OtherController);
  return Object.defineProperty(OtherController, 'name', { value: `Controller_${name}` });
}
