import { ReplayWindow } from './replay-window.js';

describe('ReplayWindow', () => {
  afterEach(() => jest.useRealTimers());

  it('gives each key once, until its time is over', () => {
    jest.useFakeTimers();
    const window = new ReplayWindow();
    expect(window.use('a', 1000)).toBe(true);
    expect(window.use('a', 1000)).toBe(false);
    jest.advanceTimersByTime(999);
    expect(window.use('a', 1000)).toBe(false);
    jest.advanceTimersByTime(1);
    expect(window.use('a', 1000)).toBe(true);
  });

  it('refuses when it is full, rather than forget one that still counts', () => {
    jest.useFakeTimers();
    const window = new ReplayWindow(2);
    expect([window.use('a', 1000), window.use('b', 1000)]).toEqual([true, true]);
    expect(window.use('c', 1000)).toBe(false);
    expect(window.use('a', 1000)).toBe(false);
    jest.advanceTimersByTime(1000);
    expect(window.use('c', 1000)).toBe(true);
  });
});
