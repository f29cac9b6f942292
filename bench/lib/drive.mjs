import autocannon from 'autocannon';

/** One round of load on a running subject; every answer must hold `expected`. */
export async function drive(subject, request, { expected, connections = 16, seconds }) {
  const before = await subject.usage();
  const result = await autocannon({
    ...request,
    url: subject.url(request.path),
    connections,
    duration: seconds,
    verifyBody: (body) => body.includes(expected),
  });
  const after = await subject.usage();
  const { errors, timeouts, non2xx, mismatches, latency } = result;
  const answered = result['2xx'];
  if (errors + timeouts + non2xx + mismatches > 0 || answered === 0) {
    throw new Error(`wrong answers: ${JSON.stringify({ errors, timeouts, non2xx, mismatches })}`);
  }
  return {
    perSecond: answered / result.duration,
    p50: latency.p50,
    p99: latency.p99,
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
