import { CallGate } from './call-gate.js';

describe('CallGate', () => {
  const never = new AbortController().signal;
  const deferred = () => {
    let open!: () => void;
    const promise = new Promise<void>((resolve) => (open = resolve));
    return { promise, open };
  };

  it('lets as many through as are allowed, the others in order', async () => {
    const gate = new CallGate('s', 2, 10);
    const doors = [deferred(), deferred(), deferred()];
    const begun: number[] = [];
    const calls = doors.map((door, i) =>
      gate.run(async () => {
        begun.push(i);
        await door.promise;
      }, never),
    );
    expect([gate.running, gate.waiting, begun]).toEqual([2, 1, [0, 1]]);
    doors[1]?.open();
    await calls[1];
    expect([gate.running, gate.waiting, begun]).toEqual([2, 0, [0, 1, 2]]);
    doors.forEach(({ open }) => open());
    await Promise.all(calls);
    expect(gate.running).toBe(0);
  });

  it('a failed call gives its place back', async () => {
    const gate = new CallGate('s', 1, 1);
    await expect(gate.run(() => Promise.reject(new Error('x')), never)).rejects.toThrow('x');
    expect(await gate.run(async () => 'next', never)).toBe('next');
  });

  it('a call that gives up waiting takes no place and leaves no listener', async () => {
    const gate = new CallGate('s', 1, 5);
    const door = deferred();
    const first = gate.run(() => door.promise, never);
    const abort = new AbortController();
    const second = gate.run(async () => 'ran', abort.signal);
    abort.abort(new Error('gave up'));
    await expect(second).rejects.toThrow('gave up');
    door.open();
    await first;
    expect([gate.running, gate.waiting]).toEqual([0, 0]);
  });

  it('closing refuses those that wait and those that come', async () => {
    const gate = new CallGate('s', 1, 5);
    const door = deferred();
    const first = gate.run(() => door.promise, never);
    const second = gate.run(async () => 'ran', never);
    gate.close(new Error('closing'));
    await expect(second).rejects.toThrow('closing');
    await expect(gate.run(async () => 'ran', never)).rejects.toThrow('closing');
    door.open();
    await first;
  });
});
