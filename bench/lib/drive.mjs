import autocannon from 'autocannon';
import { percentiles } from './statistics.mjs';

/** One round of load on a running subject, by requests that may differ; every answer must hold `expected`. */
export async function drive(subject, request, { expected, connections = 16, seconds }) {
  const before = await subject.usage();
  const running = autocannon({
    ...request,
    url: subject.url(request.path),
    connections,
    duration: seconds,
    verifyBody: (body) => body.includes(expected),
  });
  // autocannon's own percentiles are whole milliseconds: between 3 and 4 lies a third.
  const latencies = [];
  running.on('response', (_client, _status, _bytes, time) => latencies.push(time));
  const result = await running;
  const after = await subject.usage();
  const { errors, timeouts, non2xx, mismatches } = result;
  const answered = result['2xx'];
  if (errors + timeouts + non2xx + mismatches > 0 || answered === 0) {
    throw new Error(`wrong answers: ${JSON.stringify({ errors, timeouts, non2xx, mismatches })}`);
  }
  return {
    perSecond: answered / result.duration,
    ...percentiles(latencies),
    cpu: (after.cpu - before.cpu) / answered,
    peak: after.peak,
  };
}

/** The text of one answer, which must be a success. */
export async function ask(subject, { path, ...request }) {
  const response = await fetch(subject.url(path), request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return text;
}
