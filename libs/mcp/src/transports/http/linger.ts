import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds in which a sender that goes on must come to its end. */
const LINGER_TIME = 10_000;
/** Milliseconds after which a sender that says nothing more is taken to have stopped. */
const SILENCE = 1_000;
/** Bytes: past them nobody means well. */
const LINGER_BYTES = 64 * 1024 * 1024;

/**
 * Prepares the connection of a request whose body stays unread to be closed behind its answer.
 *
 * A socket that is closed with bytes waiting in it is reset, and the reset overtakes the answer: the
 * sender would see a broken connection instead of the reason. Many clients (Python's `http.client`
 * for one) read nothing before their whole body is written, so the rest of it is thrown away as it
 * comes, within bounds, before the socket goes.
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
  const give = (time: number): NodeJS.Timeout => setTimeout(() => socket.destroy(), time);
  const timers = [give(LINGER_TIME), give(SILENCE)] as const;
  socket.once('close', () => timers.forEach(clearTimeout));
  // All was sent: only the answer may still be on its way.
  raw.once('end', () => {
    if (socket.writableFinished) socket.destroy();
    else socket.once('finish', () => socket.destroy());
  });
  raw.on('data', (chunk: Buffer) => {
    timers[1].refresh();
    thrownAway += chunk.length;
    if (thrownAway > LINGER_BYTES) socket.destroy();
  });
  // The reader that refused it has paused it.
  raw.resume();
  socket.end();
}
