import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readAnswer } from './post-client.js';
import type { RawMutant } from './raw-operators.js';
import type { Answer } from './tally.js';

/** Writes the pieces on a connection of its own; the first answer that comes back. */
export async function sendRaw(port: number, { pieces, ends }: RawMutant): Promise<Answer> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that refuses closes under what is still written: what counts is what it said.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await Promise.race([write(socket, pieces), closed]);
  if (ends) socket.end();
  await closed;
  return firstAnswer(Buffer.concat(chunks).toString('utf8'));
}

async function write(socket: Socket, pieces: RawMutant['pieces']): Promise<void> {
  for (const piece of pieces) await new Promise((written) => socket.write(piece, written));
}

/** Leaves in the middle of a body. */
export async function leave(port: number, { pieces }: RawMutant): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await write(socket, pieces);
  socket.destroy();
  await once(socket, 'close');
}

function firstAnswer(all: string): Answer {
  const said = all.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const [head, ...rest] = said.split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  const body = rest.join('\r\n\r\n').slice(0, length === undefined ? undefined : Number(length));
  const text = body.replace(/^0\r\n\r\n$/, '');
  const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? '';
  return readAnswer(status, type, text);
}
