import net from 'node:net';
import { ask } from './drive.mjs';

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '0\r\n\r\n';

/**
 * One round of load on a running subject whose answers are large: autocannon's own parser, and a look
 * into each of them, would limit the server. The first answer is looked into; all others must have a
 * good status and its very length.
 */
export async function driveLean(subject, request, { expected, connections = 4, seconds }) {
  const first = await ask(subject, request);
  if (!first.includes(expected)) throw new Error(`wrong answer: ${first.slice(0, 200)}`);
  const load = { bytes: toBytes(subject, request), length: undefined, latencies: [] };
  const before = await subject.usage();
  const begun = performance.now();
  load.end = begun + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => converse(subject, load)));
  const elapsed = (performance.now() - begun) / 1000;
  const after = await subject.usage();
  const sorted = load.latencies.toSorted((a, b) => a - b);
  const at = (part) => Number(sorted[Math.floor((sorted.length - 1) * part)].toFixed(1));
  return {
    perSecond: sorted.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (after.cpu - before.cpu) / sorted.length,
    peak: after.peak,
  };
}

function toBytes(subject, { path, method, headers, body }) {
  const { host } = new URL(subject.url(path));
  const all = { host, ...headers, 'content-length': Buffer.byteLength(body) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

/** One connection: a request after the other until the time is over. */
function converse(subject, load) {
  const { hostname, port } = new URL(subject.url('/'));
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let parts = [];
    let sent = 0;
    const send = () => {
      parts = [];
      sent = performance.now();
      socket.write(load.bytes);
    };
    socket.on('connect', send).on('error', reject);
    socket.on('data', (chunk) => {
      parts.push(chunk);
      if (!isWhole(parts)) return;
      try {
        check(parts, load);
      } catch (error) {
        socket.destroy();
        return reject(error);
      }
      load.latencies.push(performance.now() - sent);
      if (performance.now() < load.end) return send();
      socket.destroy();
      resolve();
    });
  });
}

function isWhole(parts) {
  const head = parts[0].toString('latin1', 0, 1024);
  const bodyAt = head.indexOf(HEAD_END) + HEAD_END.length;
  const [, declared] = /content-length: *(\d+)/i.exec(head.slice(0, bodyAt)) ?? [];
  const received = parts.reduce((sum, { length }) => sum + length, 0);
  if (declared !== undefined) return received >= bodyAt + Number(declared);
  return parts.at(-1).toString('latin1').endsWith(LAST_CHUNK);
}

function check(parts, load) {
  const head = parts[0].toString('latin1', 0, 12);
  if (!head.startsWith('HTTP/1.1 20')) throw new Error(`wrong answer: ${head}`);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  load.length ??= length;
  // Head and framing may differ by a few bytes from answer to answer.
  if (Math.abs(length - load.length) > 200) {
    throw new Error(`an answer of ${length} bytes, after one of ${load.length}`);
  }
}
