/** What schemas are made of is read at boot, and at most once more on a tool's first call. */
import { Body, Controller, Module, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpTool } from 'nest-toolport';
import { startBench } from '../pipeline/support/bench.js';

const read = { plugin: 0, standard: 0, written: 0 };

class NoteDto {
  @IsString() text: string;

  /** As the compiler plugin of @nestjs/swagger writes it: only who derives a schema calls it. */
  static _OPENAPI_METADATA_FACTORY() {
    read.plugin += 1;
    return { text: { required: true, type: () => String } };
  }
}

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

const standard = {
  '~standard': {
    version: 1 as const,
    vendor: 'own',
    validate: (value: unknown) => ({ value }),
    jsonSchema: {
      input: () => {
        read.standard += 1;
        return text;
      },
      output: () => text,
    },
  },
};

const written = {
  type: 'object',
  get properties() {
    read.written += 1;
    return text.properties;
  },
};

@Controller('notes')
class NotesController {
  @Post('a') @McpTool({ name: 'by_class', description: 'x' }) byClass(@Body() dto: NoteDto) {
    return dto;
  }
  @Post('b')
  @McpTool({ name: 'by_standard', description: 'x', input: standard })
  byStandard(@Body() dto: NoteDto) {
    return dto;
  }
  @Post('c')
  @McpTool({ name: 'by_hand', description: 'x', input: written })
  byHand(@Body() dto: NoteDto) {
    return dto;
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

it.each(['http-express', 'http-fastify'] as const)(
  'nothing is derived again by a list or a call, over %s',
  async (transport) => {
    const bench = await startBench(transport, NotesModule);
    const use = async () => {
      const list = await bench.send('tools/list');
      const calls = [];
      for (const name of ['by_class', 'by_standard', 'by_hand']) {
        calls.push(
          (await bench.call(name, { text: 'x' })).texts,
          (await bench.call(name, {})).code,
        );
      }
      return JSON.stringify([list.result, calls]);
    };
    const first = await use();
    const afterFirst = { ...read };
    expect(Math.min(...Object.values(afterFirst))).toBeGreaterThan(0);
    for (let round = 0; round < 10; round += 1) expect(await use()).toBe(first);
    expect(read).toEqual(afterFirst);
    await bench.close();
  },
);
