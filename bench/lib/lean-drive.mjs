import net from 'node:net';
import { firstAnswer, isGood, LAST_CHUNK, toBytes } from './raw-http.mjs';
import { percentiles } from './statistics.mjs';

/**
 * One round of load on a running subject that is asked the same again and again: a client that parses
 * each answer takes as much of the machine as a quick server does, and its own pauses would be the
 * slowest hundredth. The first answer is looked into whole; all others must have a good status and its
 * length. They are counted where they arrive, in one buffer for all.
 */
export async function driveLean(subject, request, { expected, connections = 16, seconds }) {
  const bytes = toBytes(subject, request);
  const first = await firstAnswer(subject, bytes, expected);
  const load = { bytes, ...first, latencies: [] };
  const before = await subject.usage();
  const begun = performance.now();
  load.end = begun + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, () => converse(subject, load)));
  const elapsed = (performance.now() - begun) / 1000;
  const after = await subject.usage();
  const answered = load.latencies.length;
  return {
    perSecond: answered / elapsed,
    ...percentiles(load.latencies),
    cpu: (after.cpu - before.cpu) / answered,
    peak: after.peak,
  };
}

/** One connection: a request after the other until the time is over. */
function converse(subject, load) {
  const { hostname: host, port } = new URL(subject.url('/'));
  return new Promise((resolve, reject) => {
    let received = 0;
    let sent = 0;
    const send = () => {
      received = 0;
      sent = performance.now();
      socket.write(load.bytes);
    };
    const take = (length, buffer) => {
      const good = received > 0 || isGood(buffer);
      received += length;
      if (!good || isTooLong(received, load)) {
        fail(new Error(`a wrong answer, ${received} bytes where ${load.length} were due`));
      } else if (isWhole(received, load, buffer.subarray(0, length))) {
        load.latencies.push(performance.now() - sent);
        if (performance.now() < load.end) send();
        else end();
      }
    };
    const end = () => {
      resolve();
      socket.destroy();
    };
    const fail = (error) => {
      reject(error);
      socket.destroy();
    };
    // Nothing is allocated for what arrives, it would cost the client more than the server.
    const onread = { buffer: Buffer.allocUnsafe(256 * 1024), callback: take };
    const socket = net.connect({ port: Number(port), host, onread });
    socket.on('connect', send).on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
  });
}

/** Where chunks fall may differ from answer to answer, and with it their framing by a few bytes. */
const SLACK = 200;

function isTooLong(received, { length, chunked }) {
  return received > length + (chunked ? SLACK : 0);
}

function isWhole(received, { length, chunked }, last) {
  if (!chunked || received === length) return received === length;
  return received > length - SLACK && last.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
}
