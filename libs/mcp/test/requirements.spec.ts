import { Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt } from 'class-validator';
import {
  McpCall,
  McpComplete,
  McpModule,
  McpParam,
  McpPrompt,
  McpResource,
  McpTool,
  type McpCallContext,
} from 'nest-toolport';
import { FAULTS } from '../src/protocol/error-codes.js';
import { EVERY_KIND, openPeer } from './requirements/support/kinds.js';
import type { Json, Peer } from './requirements/support/peer.js';
import { faultsOf, requirements } from './requirements/support/table.js';

class Sum {
  @IsInt()
  total: number;
}

class Terms {
  @IsInt()
  a: number;

  @IsInt()
  b: number;
}

@Injectable()
class Everything {
  @McpTool({ name: 'add', description: 'Adds', output: Sum })
  add({ a, b }: Terms) {
    return { total: a + b };
  }

  @McpTool({ name: 'work', description: 'Says how far it is, and logs' })
  work(@McpCall() call: McpCallContext) {
    for (const done of [1, 2, 2, 1, 3]) call.progress(done, 3);
    call.log('debug', 'fine');
    call.log('error', 'coarse');
    return 'done';
  }

  @McpResource('shelf://books/{name}', { description: 'A book' })
  book(@McpParam('name') name: string) {
    return name;
  }

  @McpPrompt({ name: 'letter', description: 'A letter' })
  letter(@McpParam('to') to: string) {
    return `Dear ${to}`;
  }

  @McpComplete({ prompt: 'letter', argument: 'to' })
  names() {
    return Array.from({ length: 150 }, (_, index) => `name-${index}`);
  }
}

@Module({
  imports: [
    McpModule.forRoot({
      name: 'everything',
      version: '1.0.0',
      sessions: { keys: ['only-for-these-tests-0123456789abcdef'] },
    }),
  ],
  providers: [Everything],
})
class EverythingModule {}

let app: INestApplication;
/** All that was said in this file, whatever it was. */
const said: Json[] = [];

beforeAll(async () => {
  app = await NestFactory.create(EverythingModule, { logger: false, abortOnError: false });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

describe.each(EVERY_KIND)('what the specification requires, %s', (kind) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await openPeer(app, kind, { said });
  });
  afterAll(() => peer.close());

  const ask = async (method: string, params: Json = {}, id: unknown = 1) =>
    (await peer.ask(method, params, id)).at(-1) as { id: unknown; result: Json; error: Json };
  const codeOf = async (method: string, params: Json) => (await ask(method, params)).error?.code;

  it('a reply carries the id of its request, and what can be no id is refused', async () => {
    for (const id of [0, 7, '', '7']) expect((await ask('tools/list', {}, id)).id).toBe(id);
    for (const id of [null, 1.5, {}]) {
      expect((await ask('tools/list', {}, id)).error).toMatchObject({ code: -32600 });
    }
  });

  it('a notification is never answered, not even a malformed one', async () => {
    for (const params of [undefined, {}, { requestId: {} }]) {
      const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params };
      expect(await peer.say(message)).toEqual([]);
    }
  });

  it('what is no JSON is answered -32700', async () => {
    expect(await peer.sayRaw('{"jsonrpc":')).toMatchObject([{ id: null, error: { code: -32700 } }]);
  });

  it('text of every script comes and goes as UTF-8', async () => {
    const to = 'Größe, 世界 \u2028 😀';
    const { result } = await ask('prompts/get', { name: 'letter', arguments: { to } });
    expect(result.messages).toMatchObject([{ content: { text: `Dear ${to}` } }]);
  });

  it('an unknown tool is a fault of the conversation, a bad argument a failed operation', async () => {
    expect(await codeOf('tools/call', { name: 'nothing' })).toBe(-32602);
    const { result } = await ask('tools/call', { name: 'add', arguments: { a: 1, b: 'x' } });
    expect(result).toMatchObject({ isError: true, content: [{ text: /VALIDATION_FAILED/ }] });
  });

  it('what has an output schema answers by it, and in text', async () => {
    const { result } = await ask('tools/call', { name: 'add', arguments: { a: 1, b: 2 } });
    expect(result).toMatchObject({
      structuredContent: { total: 3 },
      content: [{ text: '{"total":3}' }],
    });
  });

  it('a cursor that nobody gave is refused', async () => {
    for (const list of ['tools', 'prompts', 'resources']) {
      expect(await codeOf(`${list}/list`, { cursor: 'made up' })).toBe(-32602);
    }
  });

  it('a prompt must be there, and so must its required arguments', async () => {
    expect(await codeOf('prompts/get', { name: 'nothing' })).toBe(-32602);
    expect(await codeOf('prompts/get', { name: 'letter' })).toBe(-32602);
  });

  it('a resource that is not there is no empty one, and a URI is held to its template', async () => {
    const missing = peer.stateless ? -32602 : -32002;
    for (const uri of ['shelf://maps/1', 'shelf://books/../../etc/passwd', 'shelf://books/..']) {
      expect(await codeOf('resources/read', { uri })).toBe(missing);
    }
    expect(await codeOf('resources/read', { uri: 'no uri' })).toBeLessThan(-32000);
  });

  it('a completion has at most a hundred values, and belongs to something', async () => {
    const argument = { name: 'to', value: '' };
    const { result } = await ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'letter' },
      argument,
    });
    const { values, ...rest } = result.completion as { values: string[] };
    expect([values.length, rest]).toEqual([100, { total: 150, hasMore: true }]);
    const ref = { type: 'ref/prompt', name: 'nothing' };
    expect(await codeOf('completion/complete', { ref, argument })).toBe(-32602);
  });

  it('progress is told to who gave a token, and only ever grows', async () => {
    const heard = async (params: Json) =>
      (await peer.ask('tools/call', { name: 'work', ...params }, 1)).filter(
        ({ method }) => method === 'notifications/progress',
      );
    expect(await heard({})).toEqual([]);
    const told = await heard({ _meta: { progressToken: 'p' } });
    expect(told.map(({ params }) => params)).toEqual(
      [1, 2, 3].map((progress) => ({ progressToken: 'p', progress, total: 3 })),
    );
  });

  it('no more is logged than was asked for', async () => {
    const logged = async (level?: string) => {
      const heard = await peer.askLogging({ name: 'work' }, level);
      return heard.flatMap(({ method, params }) =>
        method === 'notifications/message' ? [(params as Json).data] : [],
      );
    };
    expect(await logged('debug')).toEqual(['fine', 'coarse']);
    expect(await logged('error')).toEqual(['coarse']);
    expect(await logged('emergency')).toEqual([]);
    const refused = await peer.askLogging({ name: 'work' }, 'loud');
    expect(refused.at(-1)).toMatchObject({ error: { code: -32602 } });
  });
});

it('every message says its version, and is a request, a notification, a result or an error', () => {
  for (const message of said) {
    expect(message.jsonrpc).toBe('2.0');
    const members = ['method', 'result', 'error'].filter((member) => member in message);
    expect(members).toHaveLength(1);
    if (members[0] !== 'error') continue;
    const { code, message: words } = message.error as Json;
    expect([Number.isInteger(code), typeof words]).toEqual([true, 'string']);
  }
});

it('no error has a code that is reserved and not defined, no _meta a key of another form', () => {
  const codes = said.flatMap(({ error }) => (error ? [(error as Json).code] : []));
  expect(codes.length).toBeGreaterThan(20);
  const known = new Set<unknown>([-32002, ...Object.values(FAULTS).map(({ rpc }) => rpc)]);
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
  const keys = JSON.stringify(said, (key, value: unknown) =>
    key === '_meta' ? { names: Object.keys(value as object) } : value,
  ).matchAll(/"names":\[([^\]]*)\]/g);
  for (const [, names] of keys) {
    for (const [, name] of names.matchAll(/"([^"]*)"/g)) {
      expect(name).toMatch(
        /^([a-z]([a-z0-9-]*[a-z0-9])?(\.[a-z]([a-z0-9-]*[a-z0-9])?)*\/)?[a-zA-Z0-9]([\w.-]*[a-zA-Z0-9])?$/,
      );
    }
  }
});

it('every requirement has its test, over the transports that it names', () => {
  const rows = requirements();
  expect(rows.length).toBeGreaterThan(90);
  expect(rows.flatMap(faultsOf)).toEqual([]);
});
