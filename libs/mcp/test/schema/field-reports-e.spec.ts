/**
 * How arguments are checked and converted, as people reported it (the ids are those of the
 * reports). Each case runs the real `ValidationPipe`; over a transport they run end to end as well.
 */
import { ValidationPipe } from '@nestjs/common';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsDateString,
  IsInt,
  IsObject,
  IsString,
  Max,
  ValidateNested,
} from 'class-validator';
import { createArgumentCheck } from '../../src/schema/argument-check.js';
import { deriveInput } from '../../src/schema/derive-input.js';
import { describeInput } from '../../src/schema/describe.js';
import { callTool, STRICT } from './support/tool-call.js';

it('O-E01: decodes JSON text where the schema wants an array, and refuses other text', async () => {
  class Tagged {
    @IsArray() @IsString({ each: true }) tags: string[];
  }
  expect(await callTool(Tagged, { tags: '["a","b"]' })).toEqual({ value: { tags: ['a', 'b'] } });
  const refused = await callTool(Tagged, { tags: 'a,b' });
  expect(refused).toEqual({
    refused: expect.arrayContaining([expect.stringMatching(/^tags\b.*array/)]),
  });
});

it.each(['{"a":1}', '["a"]', 'true', '12', 'null'])(
  'O-E02: hands the text %j over as it is where text is wanted',
  async (content) => {
    class Note {
      @IsString() content: string;
    }
    expect(await callTool(Note, { content })).toEqual({ value: { content } });
  },
);

it('O-E03: does not let implicit conversion make "false" true', async () => {
  class Flag {
    @IsBoolean() flag: boolean;
  }
  const options = { transform: true, transformOptions: { enableImplicitConversion: true } };
  expect(await callTool(Flag, { flag: 'false' }, options)).toEqual({
    refused: ['flag: must be a boolean, got a string'],
  });
  expect(await callTool(Flag, { flag: false }, options)).toEqual({ value: { flag: false } });
});

it('O-E04: refuses the keys of prototypes by name, and nothing is polluted', async () => {
  class Named {
    @IsString() name: string;
  }
  const args = JSON.parse(
    '{"name":"x","constructor":{"prototype":{"p":1}},"__proto__":{"admin":true}}',
  ) as Record<string, unknown>;
  const { enforced, plan } = deriveInput(
    [{ index: 0, source: 'body', type: Named, pipes: [new ValidationPipe({ transform: true })] }],
    { where: 'T.t' },
  );
  const check = createArgumentCheck(enforced, plan);
  await check.ready();
  expect(
    check
      .check(check.decode(args))
      ?.map(({ path }) => path)
      .toSorted(),
  ).toEqual(['__proto__', 'constructor']);
  expect({}).not.toHaveProperty('p');
  expect({}).not.toHaveProperty('admin');
});

it('O-E05: takes a legal nested object, and names the key that is not', async () => {
  class Profile {
    @IsString() city: string;
  }
  class Account {
    @ValidateNested() @Type(() => Profile) profile: Profile;
  }
  expect(await callTool(Account, { profile: { city: 'x' } })).toEqual({
    value: { profile: { city: 'x' } },
  });
  const refused = await callTool(Account, { profile: { city: 'x', x: 1 } });
  expect(refused).toEqual({
    refused: [expect.stringMatching(/^profile\.property x\b|^profile\.x\b/)],
  });
  const { enforced } = describeInput(Account);
  const check = createArgumentCheck(enforced, { targets: [] });
  await check.ready();
  expect(check.check({ profile: { city: 'x', x: 1 } })).toEqual([
    { path: 'profile.x', message: 'is not expected here, known: city' },
  ]);
});

it('O-E06: warns of a level that nobody validates, and says what the pipe says', async () => {
  class Deep {
    @IsInt() @Max(5) n: number;
  }
  class Middle {
    @IsObject() @Type(() => Deep) deep: Deep;
  }
  class Top {
    @ValidateNested() @Type(() => Middle) middle: Middle;
  }
  const options = { transform: true };
  const { diagnostics } = describeInput(Top, { pipes: [new ValidationPipe(options)] });
  expect(diagnostics.filter((d) => d.severity !== 'info').map((d) => d.where)).toContain(
    'Middle.deep',
  );
  // The pipe lets it pass, and so does the schema: the verdicts agree.
  expect(await callTool(Top, { middle: { deep: { n: 99 } } }, options)).toEqual({
    value: { middle: { deep: { n: 99 } } },
  });
});

describe('O-E06: a level with @Type() and no validator at all', () => {
  class Deep {
    @IsInt() @Max(5) n: number;
  }
  class Middle {
    @IsString() name: string;
    @Type(() => Deep) declare deep: Deep;
  }
  class Top {
    @ValidateNested() @Type(() => Middle) middle: Middle;
  }
  const args = { middle: { name: 'x', deep: { n: 99 } } };

  it.each([
    ['is handed over unchecked', { transform: true }, { value: args }],
    [
      'is removed by a white list',
      { transform: true, whitelist: true },
      { value: { middle: { name: 'x' } } },
    ],
    [
      'is refused by a strict white list',
      STRICT,
      { refused: ['middle.property deep should not exist'] },
    ],
  ])('%s, and the boot report names it', async (_, options, outcome) => {
    const { diagnostics } = describeInput(Top, { pipes: [new ValidationPipe(options)] });
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: 'warning',
        where: 'Middle.deep',
        remedy: expect.stringContaining('@ValidateNested()'),
      }),
    ]);
    expect(await callTool(Top, args, options)).toEqual(outcome);
  });
});

it('O-E07: leaves the keys of an open object alone', async () => {
  class Meta {
    @IsObject() meta: Record<string, unknown>;
  }
  const args = { meta: { k: { z: 1 } } };
  expect(await callTool(Meta, args, { transform: true, whitelist: true })).toEqual({ value: args });
});

describe('O-E08: a date', () => {
  class Event {
    @IsDate() @Type(() => Date) at: Date;
  }

  it.each(['blabla', ''])('refuses %j by the name of its field', async (at) => {
    const result = await callTool(Event, { at });
    expect(result).toEqual({ refused: [expect.stringMatching(/^at\b/)] });
  });

  it('is documented for a number: milliseconds are no date-time, though the pipe takes them', async () => {
    expect(await callTool(Event, { at: 0 })).toEqual({ refused: [expect.stringMatching(/^at: /)] });
  });

  it('is documented for a day that does not exist: JavaScript rolls it over', async () => {
    const at = '2026-02-30T00:00:00Z';
    expect(await callTool(Event, { at })).toEqual({ value: { at: new Date(at) } });
    expect(new Date(at).getTime()).toBe(Date.UTC(2026, 2, 2));
  });

  it('is handed over as a Date', async () => {
    const at = '2026-11-30T08:00:00Z';
    expect(await callTool(Event, { at })).toEqual({ value: { at: new Date(at) } });
  });
});

it('O-E09: holds the strict option of a date string', async () => {
  class Day {
    @IsDateString({ strict: true }) d: string;
  }
  expect(await callTool(Day, { d: '2019-02-31' })).toEqual({
    refused: [expect.stringMatching(/^d\b/)],
  });
  expect(await callTool(Day, { d: '2019-02-28' })).toEqual({ value: { d: '2019-02-28' } });
});

it('O-E10: takes no argument where there is none', async () => {
  const { enforced, plan } = deriveInput([], { where: 'T.ping' });
  const check = createArgumentCheck(enforced, plan);
  await check.ready();
  expect(check.check(check.decode({}))).toBeUndefined();
  expect(check.check(check.decode({ x: 1 }))).toEqual([
    { path: 'x', message: 'is not expected: nothing may be given here' },
  ]);
});

it('keeps what the pipe says where both refuse', async () => {
  class Age {
    @IsInt() age: number;
  }
  expect(await callTool(Age, { age: 'x' }, STRICT)).toEqual({
    refused: ['age must be an integer number'],
  });
});
