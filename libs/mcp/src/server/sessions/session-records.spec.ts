import { InProcessBus } from '../bus/in-process-bus.js';
import { SessionRecords } from './session-records.js';

class SharedBus extends InProcessBus {
  override readonly shared = true;
}

describe('the memory of sessions', () => {
  it('is empty, and reads nothing twice, for a session that nothing is known of', async () => {
    const bus = new SharedBus();
    const read = jest.spyOn(bus, 'read');
    const records = new SessionRecords(bus);
    expect(await records.get('s')).toEqual({});
    expect(await records.get('s')).toEqual({});
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('adds up, and tells the others', async () => {
    const bus = new SharedBus();
    const heard: unknown[] = [];
    bus.subscribe((message) => heard.push(message));
    const records = new SessionRecords(bus);
    await records.update('s', { logLevel: 'debug' }, 1000);
    await records.update('s', { subscriptions: ['a'] }, 1000);
    const record = { logLevel: 'debug', subscriptions: ['a'] };
    expect(await new SessionRecords(bus).get('s')).toEqual(record);
    expect(heard.at(-1)).toEqual({ kind: 'session', session: 's', record });
  });

  it('reads again what it has kept for long: a message may have been lost', async () => {
    const bus = new SharedBus();
    const records = new SessionRecords(bus);
    await records.get('s');
    await bus.write('session:s', { ended: true }, 100_000);
    expect(await records.get('s')).toEqual({});
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    try {
      expect(await records.get('s')).toEqual({ ended: true });
    } finally {
      now.mockRestore();
    }
  });

  it('does not grow without bound', async () => {
    const bus = new SharedBus();
    const read = jest.spyOn(bus, 'read');
    const records = new SessionRecords(bus);
    for (let index = 0; index <= 10_000; index += 1) records.keep(`s${index}`, {});
    await records.get('s10000');
    expect(read).not.toHaveBeenCalled();
    await records.get('s0');
    expect(read).toHaveBeenCalledTimes(1);
  });
});
