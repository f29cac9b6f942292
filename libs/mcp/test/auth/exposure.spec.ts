import {
  Controller,
  Get,
  Logger,
  Module,
  UseGuards,
  type LoggerService,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpTool, type McpModuleOptions } from '../../src/index.js';

const letsAllPass = { canActivate: () => true };

@Controller('open')
class OpenController {
  @Get()
  @McpTool({ description: 'Open' })
  open() {}
}

@Controller('guarded')
class GuardedController {
  @Get()
  @UseGuards(letsAllPass)
  @McpTool({ description: 'Guarded' })
  guarded() {}
}

/** Keeps what is warned of. */
class Warnings implements LoggerService {
  readonly lines: string[] = [];
  log(): void {}
  error(): void {}
  warn(line: string): void {
    this.lines.push(line);
  }
}

async function warnings(
  host: string,
  controllers: Type[],
  options: McpModuleOptions = {},
): Promise<string[]> {
  @Module({
    imports: [McpModule.forRoot({ name: 'x', version: '1.0.0', ...options })],
    controllers,
  })
  class AppModule {}
  const logger = new Warnings();
  const app = await NestFactory.create(AppModule, { logger });
  await app.listen(0, host);
  await app.close();
  return logger.lines.filter((line) => line.includes('has no guard'));
}

describe('O-H07 an application that listens to others', () => {
  afterAll(() => Logger.overrideLogger(false));

  it('is warned of when nothing guards any tool', async () => {
    await expect(warnings('0.0.0.0', [OpenController])).resolves.toEqual([
      expect.stringContaining('open to whoever reaches 0.0.0.0'),
    ]);
  });

  it('is told of an address of IPv6 in brackets', async () => {
    await expect(warnings('::', [OpenController])).resolves.toEqual([
      expect.stringContaining('whoever reaches [::]: the application'),
    ]);
  });

  it('is not when there is nothing to call', async () => {
    await expect(warnings('0.0.0.0', [])).resolves.toEqual([]);
  });

  it('is not when a guard stands somewhere', async () => {
    await expect(warnings('0.0.0.0', [OpenController, GuardedController])).resolves.toEqual([]);
    const options = { guards: [letsAllPass] };
    await expect(warnings('0.0.0.0', [OpenController], options)).resolves.toEqual([]);
  });

  it('is not when it listens to this machine alone', async () => {
    await expect(warnings('127.0.0.1', [OpenController])).resolves.toEqual([]);
  });
});
