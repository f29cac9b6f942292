import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { compileFixtures } from '../transports/support/compile.js';
import { expectChannelToWithstand, expectWell } from './support/channel.js';
import { FrameChannel } from './support/frame-channel.js';
import { Target } from './support/target.js';

describe('Hostile input over WebSocket', () => {
  const fixtures = compileFixtures('hostile-websocket', 'hostile');
  let target: Target;
  let port: number;

  beforeAll(async () => {
    target = new Target(join(fixtures.folder, 'http.js'), ['express']);
    ({ port } = await target.next<{ port: number }>());
  });
  afterAll(() => {
    target.kill();
    fixtures.remove();
  });

  it('each of 10,000 mutants gets the answer that it must get', async () => {
    const channel = await FrameChannel.open(port);
    await expectChannelToWithstand('websocket', target, channel);
    channel.socket.close();
    expect(await channel.closed()).toBe(1005);
  });

  it.each<[string, Buffer, number]>([
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 1007],
    ['half a character', Buffer.from([0x22, 0xe2, 0x82]), 1007],
    ['a lone surrogate', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 1007],
    ['more than the limit', Buffer.alloc(64 * 1024 + 1, 0x20), 1009],
  ])('a frame that is %s ends its connection, and no other', async (_, frame, code) => {
    const other = await FrameChannel.open(port);
    const channel = await FrameChannel.open(port);
    channel.send([frame]);
    expect(await channel.closed()).toBe(code);
    await expectWell(other);
    other.socket.close();
  });

  it('bytes that are no frame end their connection, too', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MTIzNDU2Nzg5MDEyMzQ1Ng==\r\n' +
        'Sec-WebSocket-Protocol: mcp\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 /);
    // Reserved bits set, not masked (RFC 6455 §5.1, §5.2).
    socket.write(Buffer.from([0xf1, 0x02, 0x7b, 0x7d]));
    const [close] = (await once(socket, 'data')) as [Buffer];
    expect([...close]).toEqual([0x88, 0x02, 0x03, 0xea]);
    socket.destroy();
    await expectWell(await FrameChannel.open(port));
  });

  it('a binary frame is answered, and the next message as ever', async () => {
    const channel = await FrameChannel.open(port);
    channel.socket.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'), { binary: true });
    expect(JSON.parse(await channel.next())).toMatchObject({
      id: null,
      error: { data: { code: 'MCP_INVALID_REQUEST' } },
    });
    await expectWell(channel);
  });
});
