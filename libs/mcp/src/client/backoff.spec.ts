import { backoffDelay } from './backoff.js';

describe('backoffDelay', () => {
  const options = { initialDelay: 100, maxDelay: 1000, factor: 2, jitter: 0.5 };

  it('grows with each failure up to the longest wait', () => {
    const delays = [0, 1, 2, 3, 4, 50, 5000].map((n) => backoffDelay(n, options, () => 0));
    expect(delays).toEqual([100, 200, 400, 800, 1000, 1000, 1000]);
  });

  it('takes a random share off, so that clients do not come back in step', () => {
    expect(backoffDelay(0, options, () => 1)).toBe(50);
    expect(backoffDelay(0, { ...options, jitter: 0 }, () => 1)).toBe(100);
  });
});
