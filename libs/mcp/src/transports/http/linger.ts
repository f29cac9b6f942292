import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const LINGER_TIME = 1_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Prepares the connection of a request whose body stays unread to be closed behind its answer.
 *
 * A socket that is closed with bytes waiting in it is reset, and the reset overtakes the answer: the
 * sender would see a broken connection instead of the reason. So the rest is thrown away for a
 * moment, within bounds, before the socket goes.
 */
export function closeBehindAnswer(raw: IncomingMessage): void {
  // An HTTP/2 stream ends on its own: nothing else of the connection hangs on it.
  if (raw.httpVersionMajor > 1) return;
  const { socket } = raw;
  // What Node calls to close the connection once an answer with `Connection: close` is written.
  socket.destroySoon = () => linger(socket, raw);
}

function linger(socket: Socket, raw: IncomingMessage): void {
  let thrownAway = 0;
  const timer = setTimeout(() => socket.destroy(), LINGER_TIME);
  socket.once('close', () => clearTimeout(timer));
  raw.once('end', () => socket.destroy());
  raw.on('data', (chunk: Buffer) => {
    thrownAway += chunk.length;
    if (thrownAway > LINGER_BYTES) socket.destroy();
  });
  socket.end();
}
