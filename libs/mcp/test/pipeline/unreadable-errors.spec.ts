import { Catch, Controller, Get, Module, UseFilters, UseGuards } from '@nestjs/common';
import { McpTool } from 'nest-toolport';
import { startBench, type Bench } from './support/bench.js';

function refuse(): never {
  throw new Error('not for your eyes');
}
/** Throws when somebody reads this one key; everything else is an error's. */
function keptSecret(key: PropertyKey): unknown {
  return new Proxy(new Error('x'), {
    get: (target, read, receiver): unknown =>
      read === key ? refuse() : Reflect.get(target, read, receiver),
  });
}
const KEYS = [
  'message',
  'stack',
  'code',
  'errorCode',
  'status',
  'statusCode',
  'expose',
  'response',
  'details',
  'name',
  'constructor',
  'then',
  Symbol.for('toolport.McpError'),
  Symbol.for('toolport.ProtocolError'),
  Symbol.toPrimitive,
  Symbol.toStringTag,
];
const UNREADABLE: readonly (readonly [string, () => unknown])[] = [
  ['a proxy that refuses everything', () => new Proxy({}, { get: refuse, has: refuse })],
  ['a proxy of no known kind', () => new Proxy(new Error('x'), { getPrototypeOf: refuse })],
  [
    'a revoked proxy',
    () => {
      const { proxy, revoke } = Proxy.revocable({}, {});
      revoke();
      return proxy;
    },
  ],
  ...KEYS.flatMap((key) => [
    [`a proxy without ${String(key)}`, () => keptSecret(key)] as const,
    [
      `a getter of ${String(key)} that throws`,
      () => Object.defineProperty(new Error('x'), key, { get: refuse }) as unknown,
    ] as const,
  ]),
];

let thrown: () => unknown = refuse;
@Catch(RangeError)
class ThrowingFilter {
  catch(): never {
    throw thrown();
  }
}
@Controller('odd')
class OddController {
  @McpTool({ name: 'method' }) @Get('a') method() {
    throw thrown();
  }
  @McpTool({ name: 'guard' })
  @Get('b')
  @UseGuards({
    canActivate() {
      throw thrown();
    },
  })
  guard() {}
  @McpTool({ name: 'filter' }) @Get('c') @UseFilters(ThrowingFilter) filter() {
    throw new RangeError();
  }
}
@Module({ controllers: [OddController] })
class OddModule {}

describe('what is thrown and cannot be read is masked like any other error', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench('in-process', OddModule);
  });
  afterAll(() => bench.close());

  describe.each(['method', 'guard', 'filter'])('from a %s', (tool) => {
    it.each(UNREADABLE)('%s', async (_title, make) => {
      thrown = make;
      const { texts, result } = await bench.call(tool);
      expect(result?.isError).toBe(true);
      expect(texts).toEqual([
        expect.stringMatching(/^INTERNAL: Internal server error \(ref \w+\)$/),
      ]);
    });
  });
});
