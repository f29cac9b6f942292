import net from 'node:net';

const HEAD_END = '\r\n\r\n';

export const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** A request as it goes over the wire. */
export function toBytes(subject, { path, method, headers, body }) {
  const { host } = new URL(subject.url(path));
  const all = { host, ...headers, 'content-length': Buffer.byteLength(body) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

/**
 * The answer to a request, looked into.
 *
 * @returns its length on the wire, and whether it came in chunks
 */
export async function firstAnswer(subject, bytes, expected) {
  const { hostname: host, port } = new URL(subject.url('/'));
  const socket = net.connect({ port: Number(port), host });
  socket.write(bytes);
  let answer = Buffer.alloc(0);
  for await (const part of socket) {
    answer = Buffer.concat([answer, part]);
    if (isWhole(answer)) break;
  }
  if (!isWhole(answer) || !isGood(answer) || !answer.includes(expected)) {
    throw new Error(`wrong answer: ${answer.toString('latin1', 0, 200)}`);
  }
  return { length: answer.length, chunked: declaredLength(answer) === undefined };
}

/** Whether the answer that begins here has a status of 2xx. */
export function isGood(answer) {
  return answer.toString('latin1', 0, 10) === 'HTTP/1.1 2';
}

function isWhole(answer) {
  const bodyAt = answer.indexOf(HEAD_END) + HEAD_END.length;
  if (bodyAt < HEAD_END.length) return false;
  const declared = declaredLength(answer);
  if (declared !== undefined) return answer.length === bodyAt + declared;
  return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}

function declaredLength(answer) {
  const head = answer.toString('latin1', 0, answer.indexOf(HEAD_END));
  const [, declared] = /^content-length: *(\d+)/im.exec(head) ?? [];
  return declared && Number(declared);
}
