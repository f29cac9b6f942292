import { Body, Controller, Injectable, Module, Post, Put, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsString } from 'class-validator';
import {
  McpCallContext,
  McpComplete,
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpTool,
  SetupError,
} from 'nest-toolport';

async function faultsOf(subject: Type, as: 'controllers' | 'providers' = 'providers') {
  @Module({ imports: [McpModule.forRoot({})], [as]: [subject] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false });
  const fault = await app.init().then(
    () => undefined,
    (error: unknown) => error,
  );
  await app.close();
  expect(fault).toBeInstanceOf(SetupError);
  return (fault as Error).message;
}

describe('what could never work does not start', () => {
  it('a call context that nothing marks as one', async () => {
    @Injectable()
    class Tools {
      @McpTool({ description: 'x' })
      run(call: McpCallContext) {
        return call.name;
      }
    }
    expect(await faultsOf(Tools)).toMatch(
      /Tools\.run: parameter 0 is the call's context.*@McpCall/s,
    );
  });

  it.each([
    ['undecorated', (): void => {}],
    ['decorated as something else', Body()],
  ])('a call context in a controller that is %s', async (_title, decorator) => {
    @Controller('orders')
    class Orders {
      @McpTool({ description: 'x' })
      @Post()
      run(@decorator call: McpCallContext) {
        return call.name;
      }
    }
    expect(await faultsOf(Orders, 'controllers')).toMatch(
      /Orders\.run: parameter 0 is the call's context.*@McpCall/s,
    );
  });

  it('an argument of a provider’s tool in a route, which REST would never fill', async () => {
    @Controller('parts')
    class Parts {
      @McpTool({ description: 'x' })
      @Put(':id')
      put(@McpParam('id') id: string) {
        return id;
      }
    }
    expect(await faultsOf(Parts, 'controllers')).toMatch(
      /Parts\.put: parameter 0 .*@McpParam\('id'\).*use @Param, @Query or @Body in a controller/s,
    );
  });

  it('options of a decorator that do not exist or are of the wrong kind', async () => {
    @Injectable()
    class Tools {
      @McpTool({ desc: 'x', tag: ['a'], zzz: 1, timeout: '5s' } as object)
      run() {
        return '';
      }
      @McpPrompt({ descriptoin: 'x' } as object)
      ask() {
        return '';
      }
      @McpResource('a://b', { mimetype: 'text/plain' } as object)
      read() {
        return '';
      }
    }
    const faults = await faultsOf(Tools);
    for (const words of [
      /MCP_OPTION_INVALID Tools\.run @McpTool\(\{ desc \}\).*did you mean description\?/s,
      /@McpTool\(\{ tag \}\).*did you mean tags\?/s,
      /@McpTool\(\{ zzz \}\).*use one of: title, /s,
      /@McpTool\(\{ timeout \}\): must be a whole number of milliseconds/,
      /Tools\.ask @McpPrompt\(\{ descriptoin \}\).*did you mean description\?/s,
      /Tools\.read @McpResource\(\{ mimetype \}\).*did you mean mimeType\?/s,
    ]) {
      expect(faults).toMatch(words);
    }
  });

  it('a template whose variables are not the method’s arguments', async () => {
    @Injectable()
    class Books {
      @McpResource('books://{id}')
      read(@McpParam('idd') id: string) {
        return id;
      }
    }
    const faults = await faultsOf(Books);
    expect(faults).toMatch(/Books\.read: the variable \{id\}.*name it as the method does: idd/s);
  });

  it('a method that needs what the URI does not give', async () => {
    class Place {
      @IsString()
      shelf: string;
    }
    @Injectable()
    class Books {
      @McpResource('books://all')
      read(place: Place) {
        return place.shelf;
      }
    }
    expect(await faultsOf(Books)).toMatch(/Books\.read: the method needs "shelf".*\{shelf\}/s);
  });

  it('a resource whose URI is none', async () => {
    @Injectable()
    class Books {
      @McpResource('not a uri')
      read() {
        return '';
      }
    }
    expect(await faultsOf(Books)).toMatch(/Books\.read: "not a uri" is no absolute URI/);
  });

  it('a completion of a prompt, or of an argument, that does not exist', async () => {
    @Injectable()
    class Words {
      @McpPrompt({ name: 'greet' })
      greet(@McpParam('who') who: string) {
        return who;
      }

      @McpComplete({ prompt: 'great', argument: 'who' })
      one(): string[] {
        return [];
      }

      @McpComplete({ prompt: 'greet', argument: 'whom' })
      two(): string[] {
        return [];
      }
    }
    const faults = await faultsOf(Words);
    expect(faults).toMatch(/Words\.one: there is no prompt "great".*use one of: greet/s);
    expect(faults).toMatch(/Words\.two: "greet" has no argument "whom".*use one of: who/s);
  });
});
