/**
 * Odd and hostile DTOs, on a real application: every body goes to the REST route and to the tool, and
 * the two must agree. Long because each class is one case.
 */
import { Body, Controller, Module, Post, ValidationPipe, type Type } from '@nestjs/common';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { Exclude, Expose, Transform, Type as TypeOf } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { lintTools, McpTool } from 'nest-toolport';
import type { ToolDefinition } from '../../src/protocol/messages.js';
import {
  startBench,
  type Bench,
  type RestAnswer,
  type ToolAnswer,
} from '../pipeline/support/bench.js';

type Json = Record<string, unknown>;

/** A class and bodies that it takes; what is made of them by chance must be judged alike. */
interface OddCase {
  readonly type: Type;
  readonly valid: readonly Json[];
  readonly wrong?: readonly Json[];
  /** What the model is told instead of a key. */
  readonly names?: Readonly<Record<string, string>>;
}

class Line {
  @IsString() sku: string;
  @IsInt() @Min(1) qty: number;
}
class Base {
  @IsString() @MaxLength(5) a: string;
  @IsInt() b: number;
  @IsOptional() @IsBoolean() c?: boolean;
}
class Extra {
  @IsArray() @ValidateNested({ each: true }) @TypeOf(() => Line) lines: Line[];
}

class Person {
  @IsString() name: string;
  @IsOptional() @ValidateNested() @TypeOf(() => Person) friend?: Person;
  @IsOptional() @ValidateNested({ each: true }) @TypeOf(() => Person) others?: Person[];
}
class Accessors {
  @IsString() first: string;
  @Exclude() @IsOptional() declare secret?: string;
  #hidden = 1;
  get shouted(): string {
    return this.first.toUpperCase() + String(this.#hidden);
  }
  @Expose({ toPlainOnly: true }) get length(): number {
    return this.first.length;
  }
}
class Setter {
  #name: unknown;
  @IsString() set name(name: unknown) {
    this.#name = typeof name === 'string' ? name.trim() : name;
  }
  get name(): unknown {
    return this.#name;
  }
}
class ThrowingDefault {
  @IsOptional() @IsString() text?: string;
  constructor() {
    if (new.target === undefined) throw new Error('never');
  }
}
class OddDefaults {
  @IsOptional() @Allow() big?: unknown = Symbol('none');
  @IsOptional() @Allow() none?: unknown = Number.NaN;
  @IsOptional() @Allow() made?: unknown = circular();
  @IsOptional() @IsInt() now?: number = 7;
}
function circular(): object {
  const made: { self?: object } = {};
  made.self = made;
  return made;
}
function pageOf(item: Type): Type {
  class Page {
    @IsArray() @ValidateNested({ each: true }) @TypeOf(() => item) items: object[];
    @IsInt() @Min(0) total: number;
  }
  return Page;
}
class Mapped extends PartialType(OmitType(Base, ['a'])) {}
class Mixed extends IntersectionType(PickType(Base, ['a']), PartialType(Extra)) {}
class Grandchild extends PartialType(Extra) {
  @IsString() @Matches(/^x/) tag: string;
}
class Point {
  @IsArray() @ArrayMinSize(2) @ArrayMaxSize(2) @IsNumber({}, { each: true }) at: [number, number];
}
class Union {
  @ValidateIf((_, value) => typeof value !== 'string') @IsInt() id: string | number;
  @IsIn([1, 'one', true]) mixed: unknown;
}
class Maps {
  @ValidateNested({ each: true }) @TypeOf(() => Line) lines: Map<string, Line>;
  @IsString({ each: true }) @TypeOf(() => String) tags: Set<string>;
}
class Keywords {
  @IsString() type: string;
  @IsInt() properties: number;
  @IsString() $ref: string;
  @IsOptional() @IsString() $defs?: string;
  @IsOptional() @IsString() enum?: string;
  @IsOptional() @IsBoolean() required?: boolean;
  @IsOptional() @IsString() default?: string;
  @IsOptional() @IsString() description?: string;
  @IsOptional() @IsString() 'x-mcp-header'?: string;
}
class Names {
  @IsString() 'größe': string;
  @IsInt() 'a/b': number;
  @IsInt() 'a~b': number;
  @IsInt() '0': number;
  @IsOptional() @IsInt() ''?: number;
  @IsOptional() @IsInt() toString2?: number;
  @IsOptional() @IsString() 'filter[name]'?: string;
  @IsOptional() @IsString() filter_name?: string;
}
class Inherited {
  // Names that every object has.
  @IsString() word: string;
  @IsOptional() @IsInt() length?: number;
  @IsOptional() @IsString() name?: string;
}
class Shouted {
  @Transform(({ value }: { value: unknown }) => String(value).toUpperCase())
  @IsString()
  word: string;
}

/** `depth` classes, each within the other. */
function nest(depth: number): OddCase {
  let type: Type = Line;
  let valid: Json = { sku: 'x', qty: 1 };
  let wrong: Json = { sku: 'x', qty: 0 };
  for (let level = 0; level < depth; level += 1) {
    const inner = type;
    class Level {
      @ValidateNested() @TypeOf(() => inner) next: object;
    }
    type = Level;
    [valid, wrong] = [{ next: valid }, { next: wrong }];
  }
  return { type, valid: [valid], wrong: [wrong] };
}

function wide(count: number): OddCase {
  class Wide {}
  const valid: Json = {};
  for (let index = 0; index < count; index += 1) {
    Reflect.defineMetadata('design:type', Number, Wide.prototype, `field${index}`);
    IsInt()(Wide.prototype, `field${index}`);
    Min(index)(Wide.prototype, `field${index}`);
    valid[`field${index}`] = index;
  }
  return { type: Wide, valid: [valid], wrong: [{ ...valid, [`field${count - 1}`]: 0 }] };
}

const namesake = (key: string): Type => {
  class Twin {}
  IsString()(Twin.prototype, key);
  class Holder {
    @ValidateNested() @TypeOf(() => Twin) twin: object;
  }
  return Holder;
};

const line = { sku: 's', qty: 2 };
const friends = (depth: number): Json =>
  depth === 0 ? { name: 'end' } : { name: 'n', friend: friends(depth - 1) };

const CASES: Readonly<Record<string, OddCase>> = {
  'a circle': {
    type: Person,
    valid: [friends(0), friends(20), { name: 'a', others: [friends(2), friends(1)] }],
    wrong: [{ name: 'a', friend: { name: 'b', friend: { name: 3 } } }],
  },
  accessors: { type: Accessors, valid: [{ first: 'ann' }], wrong: [{ first: 1 }] },
  'a setter': { type: Setter, valid: [{ name: ' x ' }], wrong: [{ name: 3 }] },
  'a constructor that may throw': { type: ThrowingDefault, valid: [{}, { text: 'x' }] },
  'defaults that no JSON has': { type: OddDefaults, valid: [{ big: 1, none: 1, made: 1 }] },
  'a generic mixin': {
    type: pageOf(Line),
    valid: [
      { items: [line], total: 1 },
      { items: [], total: 0 },
    ],
    wrong: [
      { items: [{ ...line, qty: 0 }], total: 1 },
      { items: [], total: -1 },
    ],
  },
  'the same mixin of another class': {
    type: pageOf(Point),
    valid: [{ items: [{ at: [1, 2] }], total: 1 }],
    wrong: [{ items: [line], total: 1 }],
  },
  'PartialType of OmitType': { type: Mapped, valid: [{}, { b: 1, c: true }], wrong: [{ a: 'x' }] },
  'an intersection': {
    type: Mixed,
    valid: [{ a: 'abc' }, { a: 'abc', lines: [line] }],
    wrong: [{ a: 'abcdef' }, { a: 'a', b: 1 }],
  },
  'a child of a mapped class': {
    type: Grandchild,
    valid: [{ tag: 'xy' }],
    wrong: [{ tag: 'y' }, { tag: 'x', lines: [{}] }],
  },
  'a tuple': { type: Point, valid: [{ at: [1, 2.5] }], wrong: [{ at: [1] }, { at: [1, 'b'] }] },
  'a union': {
    type: Union,
    valid: [
      { id: 'a', mixed: 1 },
      { id: 5, mixed: 'one' },
      { id: 5, mixed: true },
    ],
    wrong: [
      { id: 5.5, mixed: 1 },
      { id: 'a', mixed: '1' },
    ],
  },
  'maps and sets': {
    type: Maps,
    valid: [{ lines: { one: line }, tags: ['a', 'b'] }],
    wrong: [{ lines: { one: { ...line, qty: 0 } }, tags: ['a'] }],
  },
  'properties named like keywords': {
    type: Keywords,
    names: { $ref: 'ref', $defs: 'defs' },
    valid: [
      { type: 'object', properties: 1, $ref: '#' },
      { type: 'x', properties: 2, $ref: 'y', enum: 'e', required: true, 'x-mcp-header': 'h' },
    ],
    wrong: [{ type: 'x', properties: 'y', $ref: 'z' }],
  },
  'names that clients refuse': {
    type: Names,
    names: {
      größe: 'gr_e',
      'a/b': 'a_b',
      'a~b': 'a_b_941528e5',
      '': 'key_e3b0c442',
      'filter[name]': 'filter_name_259d8078',
    },
    valid: [
      { größe: 'm', 'a/b': 1, 'a~b': 2, '0': 3 },
      { größe: 'm', 'a/b': 1, 'a~b': 2, '0': 3, '': 4, 'filter[name]': 'x', filter_name: 'y' },
    ],
    wrong: [{ größe: 1, 'a/b': 1, 'a~b': 2, '0': 3 }],
  },
  'names that functions have': { type: Inherited, valid: [{ word: 'x', length: 1, name: 'n' }] },
  'a transformation': { type: Shouted, valid: [{ word: 'a' }, { word: 5 }] },
  'a namesake': {
    type: namesake('one'),
    valid: [{ twin: { one: 'x' } }],
    wrong: [{ twin: { two: 'x' } }],
  },
  'its twin': {
    type: namesake('two'),
    valid: [{ twin: { two: 'x' } }],
    wrong: [{ twin: { one: 'x' } }],
  },
  '200 fields': wide(200),
  '50 levels': nest(50),
};

/** Values of each kind, to be put where another was. */
const STRAYS = [null, true, 'text', 1.5, [], ['a', 1], {}, { a: 1 }];

function mutations(valid: Json): Json[] {
  const keys = Object.keys(valid).slice(0, 4);
  return [
    { ...valid, stray: 1 },
    {},
    ...keys.flatMap((key) => [
      Object.fromEntries(Object.entries(valid).filter(([name]) => name !== key)),
      ...STRAYS.map((value) => ({ ...valid, [key]: value })),
    ]),
  ];
}

function controllerOf(cases: readonly OddCase[]): Type {
  class OddController {}
  cases.forEach(({ type }, index) => {
    const { [`odd${index}`]: value } = { [`odd${index}`]: (body: unknown) => body };
    const descriptor = { value, configurable: true, writable: true };
    const { prototype } = OddController;
    Object.defineProperty(prototype, `odd${index}`, descriptor);
    Reflect.defineMetadata('design:paramtypes', [type], prototype, `odd${index}`);
    Body()(prototype, `odd${index}`, 0);
    Post(`${index}`)(prototype, `odd${index}`, descriptor);
    McpTool({ name: `odd${index}`, description: 'Odd' })(prototype, `odd${index}`, descriptor);
  });
  Controller('odd')(OddController);
  return OddController;
}

/** What the tool must come to, given what REST came to. */
function outcomeOf(rest: RestAnswer, tool: ToolAnswer): Json {
  if (rest.status >= 500) return { isError: true };
  // What only a conversion makes fit is refused by name, never by an internal error.
  if (rest.status >= 400 || tool.status !== 200) return { code: 'VALIDATION_FAILED' };
  return { texts: [rest.text] };
}

describe.each([
  ['strict', { transform: true, whitelist: true, forbidNonWhitelisted: true }],
  ['lenient', { transform: true, whitelist: true }],
  ['converting', { transform: true, transformOptions: { enableImplicitConversion: true } }],
])('odd DTOs behind a %s pipe', (name, options) => {
  let bench: Bench;
  let tools: readonly ToolDefinition[];
  const cases = Object.values(CASES);

  beforeAll(async () => {
    @Module({ controllers: [controllerOf(cases)] })
    class OddModule {}
    bench = await startBench('http-express', OddModule, {
      configure: (app) => app.useGlobalPipes(new ValidationPipe(options)),
    });
    const { result } = await bench.send('tools/list');
    tools = (result as unknown as { tools: ToolDefinition[] }).tools;
  });
  afterAll(() => bench.close());

  const judge = async (index: number, body: Json) => {
    const rest = await bench.rest({ method: 'POST', path: `/odd/${index}`, body });
    const tool = await bench.call(`odd${index}`, underToldNames(index, body));
    return { rest, tool };
  };

  /** A key that clients refuse is offered under another name: a model knows that one. */
  const underToldNames = (index: number, body: Json): Json => {
    const { names = {} } = cases[index] as OddCase;
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [names[key] ?? key, value]),
    );
  };

  it('have schemas that every client takes', () => {
    expect(lintTools(tools)).toEqual([]);
    expect(tools).toHaveLength(cases.length);
  });

  it.each(Object.keys(CASES).map((title, index) => [title, index] as const))(
    '%s: what REST takes and gives, the tool takes and gives',
    async (_, index) => {
      const { valid, wrong = [] } = cases[index] as OddCase;
      for (const body of valid) {
        const { rest, tool } = await judge(index, body);
        expect([rest.status, tool.texts]).toEqual([201, tool.texts]);
        expect([body, tool.texts]).toEqual([body, [rest.text]]);
      }
      if (name !== 'strict') return;
      for (const body of wrong) {
        const { rest, tool } = await judge(index, body);
        expect([body, rest.status, tool.code]).toEqual([body, 400, 'VALIDATION_FAILED']);
      }
    },
  );

  it.each(Object.keys(CASES).map((title, index) => [title, index] as const))(
    '%s: the tool takes nothing that REST refuses, and changes nothing that REST takes',
    async (_, index) => {
      for (const body of mutations(cases[index]?.valid[0] ?? {})) {
        const { rest, tool } = await judge(index, body);
        const seen = { body, rest: rest.text, code: tool.code, texts: tool.texts };
        expect({ ...seen, isError: tool.result?.isError ?? false }).toMatchObject(
          outcomeOf(rest, tool),
        );
      }
    },
  );
});
