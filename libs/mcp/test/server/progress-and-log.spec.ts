import type { McpCallContext } from '../../src/context/call-context.js';
import { ProtocolError } from '../../src/errors/protocol.error.js';
import { META } from '../../src/protocol/messages.js';
import { text, type ToolFunction } from './support/entries.js';
import { Wire, modern } from './support/talk.js';
import { CALL, serverWith } from './support/waiting-tool.js';

describe('progress', () => {
  const run: ToolFunction = (_args, call) => {
    call.progress(0, 100);
    call.progress(50, 100, 'half');
    call.progress(50, 100, 'again');
    call.progress(20);
    call.progress(100, 100);
    call.progress(Number.NaN);
    return text('done');
  };

  it.each(['token', '', 0, 7])(
    'goes out ahead of the result, growing, with the token %j',
    async (progressToken) => {
      const { sent } = await modern(serverWith(run), 'tools/call', CALL, {
        meta: { progressToken },
      });
      expect(sent.map(({ method, params }) => [method, params])).toEqual([
        ['notifications/progress', { progressToken, progress: 0, total: 100 }],
        ['notifications/progress', { progressToken, progress: 50, total: 100, message: 'half' }],
        ['notifications/progress', { progressToken, progress: 100, total: 100 }],
      ]);
    },
  );

  it('is not sent unless it was asked for', async () => {
    expect((await modern(serverWith(run), 'tools/call', CALL)).sent).toEqual([]);
  });

  it('is in order, and before the result, also for a slow reader', async () => {
    const order: unknown[] = [];
    const context = {
      send: async (message: object) => {
        await new Promise(setImmediate);
        order.push((message as { params: { progress: number } }).params.progress);
      },
    };
    const meta = { progressToken: 1 };
    await modern(serverWith(run), 'tools/call', CALL, { meta, context }).then(() =>
      order.push('result'),
    );
    expect(order).toEqual([0, 50, 100, 'result']);
  });

  it('stops with the result', async () => {
    let late: McpCallContext | undefined;
    const server = serverWith((_args, call) => {
      late = call;
      return text('');
    });
    const { sent } = await modern(server, 'tools/call', CALL, { meta: { progressToken: 1 } });
    late?.progress(1);
    await new Promise(setImmediate);
    expect(sent).toEqual([]);
  });

  it('is dropped, not kept, where a reader does not keep up', async () => {
    let release = () => {};
    const room = new Promise<void>((resolve) => {
      release = resolve;
    });
    let count = 0;
    const flood: ToolFunction = (_args, call) => {
      for (let step = 1; step <= 10_000; step += 1) call.progress(step);
      release();
      return text('done');
    };
    const context = {
      send: async () => {
        count += 1;
        await room;
      },
    };
    await modern(serverWith(flood), 'tools/call', CALL, { meta: { progressToken: 1 }, context });
    expect(count).toBeLessThanOrEqual(256);
  });

  it('does not fail the call where the peer is gone', async () => {
    const context = { send: () => Promise.reject(new ProtocolError('MCP_NOT_ACCEPTABLE', 'gone')) };
    const { result } = await modern(serverWith(run), 'tools/call', CALL, {
      meta: { progressToken: 1 },
      context,
    });
    expect(result).toMatchObject(text('done'));
  });
});

describe('the log', () => {
  const run: ToolFunction = (_args, call) => {
    call.log('debug', { a: 1 }, 'mine');
    call.log('warning', 'careful');
    call.log('emergency', undefined);
    return text('done');
  };

  it('is silent on 2026-07-28 unless the request names a level', async () => {
    expect((await modern(serverWith(run), 'tools/call', CALL)).sent).toEqual([]);
  });

  it.each([
    ['debug', ['debug', 'warning', 'emergency']],
    ['warning', ['warning', 'emergency']],
    ['emergency', ['emergency']],
  ])('keeps to the level %s', async (level, expected) => {
    const meta = { [META.logLevel]: level };
    const { sent } = await modern(serverWith(run), 'tools/call', CALL, { meta });
    expect(sent.map(({ params }) => (params as { level: string }).level)).toEqual(expected);
  });

  it('keeps to the level of its connection', async () => {
    const wire = new Wire(serverWith(run));
    await wire.request('tools/call', CALL, 0);
    expect(wire.sent).toEqual([]);
    await wire.open('2025-11-25');
    await wire.request('tools/call', CALL, 1);
    expect(wire.sent).toHaveLength(2);
    await wire.request('logging/setLevel', { level: 'emergency' }, 2);
    await wire.request('tools/call', CALL, 3);
    expect(wire.sent).toHaveLength(3);
  });
});
