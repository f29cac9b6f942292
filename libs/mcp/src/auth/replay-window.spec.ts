import { ReplayWindow } from './replay-window.js';

describe('ReplayWindow', () => {
  afterEach(() => jest.useRealTimers());

  it('gives each key once, until its time is over', () => {
    jest.useFakeTimers();
    const window = new ReplayWindow();
    expect(window.claim('a', 1000)).toBe(true);
    expect(window.claim('a', 1000)).toBe(false);
    jest.advanceTimersByTime(999);
    expect(window.claim('a', 1000)).toBe(false);
    jest.advanceTimersByTime(1);
    expect(window.claim('a', 1000)).toBe(true);
  });

  it('refuses when it is full, rather than forget one that still counts', () => {
    jest.useFakeTimers();
    const window = new ReplayWindow(2);
    expect([window.claim('a', 1000), window.claim('b', 1000)]).toEqual([true, true]);
    expect(window.claim('c', 1000)).toBe(false);
    expect(window.claim('a', 1000)).toBe(false);
    jest.advanceTimersByTime(1000);
    expect(window.claim('c', 1000)).toBe(true);
  });
});
