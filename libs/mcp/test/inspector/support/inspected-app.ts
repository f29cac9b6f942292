import {
  Body,
  Controller,
  Get,
  Injectable,
  Param,
  ParseIntPipe,
  Post,
  UnauthorizedException,
  UseGuards,
  ConflictException,
  Module,
  type CanActivate,
  type ExecutionContext,
  type INestApplication,
  type LoggerService,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  McpCall,
  McpCallContext,
  McpListGuard,
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpTool,
  type McpModuleOptions,
} from 'nest-toolport';

export const PLATFORMS = ['express', 'fastify'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Text that would do harm if it were ever taken for markup. */
export const HOSTILE =
  '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

/** Refuses wrong keys, lets everybody else pass; `authorization: key good` is somebody. */
@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers.authorization === undefined || headers.authorization === 'key good') return true;
    throw new UnauthorizedException('This key opens nothing.');
  }
}

/** Shows its tools to whoever has a key. */
@McpListGuard()
@Injectable()
class MemberGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    return headers.authorization === 'key good';
  }
}

enum Packing {
  Box = 'box',
  Bag = 'bag',
}

class Line {
  @IsString()
  sku: string;

  @IsInt()
  @Min(1)
  quantity: number;
}

class Address {
  @IsString()
  street: string;

  @IsOptional()
  @IsString()
  city?: string;
}

class CreateOrder {
  @IsString()
  customer: string;

  @IsEnum(Packing)
  packing: Packing;

  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines: Line[];

  @IsOptional()
  @ValidateNested()
  @Type(() => Address)
  address?: Address;

  @IsOptional()
  @IsBoolean()
  gift?: boolean;

  @IsOptional()
  @IsObject()
  labels?: Record<string, string>;
}

@Controller('orders')
export class OrdersController {
  @Post()
  @McpTool({ description: 'Places an order' })
  create(@Body() order: CreateOrder) {
    return { placed: order };
  }

  @Get(':id')
  @McpTool({ description: 'Finds an order' })
  find(@Param('id', ParseIntPipe) id: number) {
    if (id === 404) throw new ConflictException('There is no such order any more.');
    return { id, note: HOSTILE };
  }

  @Get('all/secret')
  @UseGuards(MemberGuard)
  @McpTool()
  members() {
    return 'for members';
  }
}

@Injectable()
export class SlowService {
  /** Told when a waiting call was told to stop. */
  static onStopped: () => void = () => {};

  @McpTool({ description: 'Waits until it is told to stop' })
  async wait(@McpCall() call: McpCallContext): Promise<string> {
    call.progress(1, 2, 'half of it');
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    SlowService.onStopped();
    return 'stopped';
  }

  @McpTool({ title: HOSTILE, description: HOSTILE, annotations: { destructiveHint: true } })
  hostile() {
    return HOSTILE;
  }

  @McpTool({ description: 'Hidden', visible: false })
  hidden() {
    return 'hidden';
  }

  @McpResource('notes://{topic}', { name: 'notes', description: 'Notes of a topic' })
  notes(@McpParam('topic') topic: string) {
    return `About ${topic}`;
  }

  @McpPrompt({ description: 'Writes a letter' })
  letter(): string {
    return 'Write a letter.';
  }
}

/** Gathers what the application logs. */
export class LogLines implements LoggerService {
  readonly lines: string[] = [];
  log(message: unknown): void {
    this.lines.push(String(message));
  }
  warn(message: unknown): void {
    this.log(message);
  }
  error(message: unknown): void {
    this.log(message);
  }
}

/** A running application with its inspector. */
export interface InspectedApp {
  readonly app: INestApplication;
  readonly origin: string;
  readonly log: LogLines;
  /** What the log says; with the token behind the `#`. */
  readonly link: string;
  readonly token: string;
}

export interface InspectedOptions {
  readonly mcp?: McpModuleOptions;
  readonly configure?: (app: INestApplication) => void | Promise<void>;
  readonly controllers?: (new () => object)[];
}

export async function inspectedApp(
  platform: Platform,
  { mcp, configure, controllers = [] }: InspectedOptions = {},
): Promise<InspectedApp> {
  @Module({
    imports: [
      McpModule.forRoot({
        name: 'inspected',
        version: '1.2.3',
        visibility: 'guarded',
        inspector: true,
        ...mcp,
      }),
    ],
    controllers: [...controllers, OrdersController],
    providers: [SlowService, { provide: APP_GUARD, useClass: KeyGuard }],
  })
  class AppModule {}
  const log = new LogLines();
  const adapter = platform === 'express' ? new ExpressAdapter() : new FastifyAdapter();
  const app = await NestFactory.create(AppModule, adapter, { logger: log, abortOnError: false });
  await configure?.(app);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as { port: number };
  const link = log.lines.map((line) => /^Inspector: (\S+)/.exec(line)?.[1]).find(Boolean) ?? '';
  const token = link.split('#')[1] ?? '';
  return { app, origin: `http://127.0.0.1:${port}`, log, link, token };
}
