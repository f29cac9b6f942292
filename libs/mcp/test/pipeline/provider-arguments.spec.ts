import { DefaultValuePipe, Injectable, Module, type PipeTransform } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpParam, McpResource, McpTool } from 'nest-toolport';
import { startBench, type Bench } from './support/bench.js';

class PlaceDto {
  @IsString() name: string;
}
class AsItIsPipe implements PipeTransform {
  transform(value: unknown): unknown {
    return value;
  }
}

@Injectable()
class ForecastService {
  @McpTool({ name: 'required' }) required(
    @McpParam('city') city: string,
    @McpParam('days', new DefaultValuePipe(1)) days: number,
    @McpParam('unit') unit = ['C', ')', ','][0],
    @McpParam('place', AsItIsPipe) place: PlaceDto,
  ) {
    return { city, days, unit, place };
  }
  @McpResource('weather://{city}{?day}') read(
    @McpParam('city') city: string,
    @McpParam('day') day?: string,
  ) {
    return `${city} ${day}`;
  }
}

@Module({ providers: [ForecastService] })
class ForecastModule {}

/** What a client is told of a tool's arguments. */
async function inputOf(bench: Bench, tool: string): Promise<object | undefined> {
  const { result } = await bench.send('tools/list');
  const { tools } = result as unknown as { tools: { name: string; inputSchema: object }[] };
  return tools.find(({ name }) => name === tool)?.inputSchema;
}

describe('an argument of a provider’s tool that no pipe looks at', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench('in-process', ForecastModule);
  });
  afterAll(() => bench.close());

  it('is refused by name where it is published as required, and missing', async () => {
    expect(await inputOf(bench, 'required')).toMatchObject({ required: ['city', 'place'] });
    const { code, texts } = await bench.call('required', { unit: 'F' });
    expect([code, texts]).toEqual([
      'VALIDATION_FAILED',
      [expect.stringMatching(/: city is required.*; place is required/s)],
    ]);
  });

  it('may be left out where the method or a pipe has a default', async () => {
    const place = { name: 'x' };
    const { result } = await bench.call('required', { city: 'Paris', place });
    expect(result?.structuredContent).toEqual({ city: 'Paris', days: 1, unit: 'C', place });
  });

  it('may be left out where it is a query variable of a resource’s template', async () => {
    const { result } = await bench.send('resources/read', { uri: 'weather://paris' });
    expect(result).toMatchObject({ contents: [{ text: 'paris undefined' }] });
  });
});
