/** What nobody checks is told at boot, with its place and a remedy. */
import { Body, Controller, Injectable, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsString } from 'class-validator';
import { McpTool } from 'nest-toolport';
import { booted } from './support/booted.js';

class Deep {
  @IsString() text: string;
}
class Typed {
  @IsString() name: string;
  @Type(() => Deep) declare deep: Deep;
}
class Undecorated {
  declare city: string;
}

@Controller('cities')
class CitiesController {
  @Post()
  @McpTool({ description: 'Adds a city' })
  create(@Body() dto: Undecorated) {
    return dto;
  }

  @Post('typed')
  @McpTool({ description: 'Adds a city' })
  typed(@Body() dto: Typed) {
    return dto;
  }

  @Post('explained')
  @McpTool({ description: 'Adds a city', input: { type: 'object', properties: {} } })
  explained(@Body() dto: Undecorated) {
    return dto;
  }
}

@Injectable()
class Forecast {
  @McpTool({ description: 'Tells the weather' })
  tell(input: Undecorated) {
    return input;
  }
}

it('names the method, the class and the remedy where a parameter has no decorators', async () => {
  const { app, warnings } = await booted({
    controllers: [CitiesController],
    providers: [Forecast],
  });
  await app.close();
  for (const method of ['CitiesController.create', 'Forecast.tell']) {
    const line = warnings.split('\n').find((one) => one.includes(method));
    expect(line).toMatch(
      /Undecorated: the class has no validation decorator.*@McpTool\(\{ input \}\)/,
    );
  }
  expect(warnings).toMatch(
    /CitiesController\.typed: TYPE_NOT_LISTED Typed\.deep: @Type\(\) without.*@ValidateNested/,
  );
  expect(warnings).not.toContain('CitiesController.explained');
});
