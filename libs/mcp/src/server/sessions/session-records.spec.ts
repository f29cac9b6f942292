import { InProcessBus } from '../bus/in-process-bus.js';
import { CHANGES } from './session-record.js';
import { SessionRecords } from './session-records.js';

class SharedBus extends InProcessBus {
  override readonly shared = true;
}

describe('the memory of sessions', () => {
  it('is empty, and reads nothing twice, for a session that nothing is known of', async () => {
    const bus = new SharedBus();
    const read = jest.spyOn(bus, 'read');
    const records = new SessionRecords(bus);
    const [record] = await Promise.all([records.get('s'), records.get('s')]);
    expect(await records.get('s')).toBe(record);
    expect([record.ended, record.logLevel, record.subscriptions]).toEqual([false, undefined, 0]);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('adds up, and tells the others', async () => {
    const bus = new SharedBus();
    const heard: unknown[] = [];
    bus.subscribe((message) => heard.push(message));
    const records = new SessionRecords(bus);
    await records.change('s', CHANGES.logLevel('debug'), 1000);
    await records.change('s', CHANGES.subscribe('a'), 1000);
    const record = await new SessionRecords(bus).get('s');
    expect([record.logLevel, record.isSubscribedTo('a')]).toEqual(['debug', true]);
    expect(heard.at(-1)).toEqual({ kind: 'session', session: 's', change: CHANGES.subscribe('a') });
  });

  it('loses nothing of what is changed at the same time, here and on another replica', async () => {
    const bus = new SharedBus();
    const [a, b] = [new SessionRecords(bus), new SessionRecords(bus)];
    await Promise.all([a.get('s'), b.get('s')]);
    await Promise.all([
      a.change('s', CHANGES.subscribe('one'), 1000),
      a.change('s', CHANGES.subscribe('two'), 1000),
      b.change('s', CHANGES.end, 1000),
      b.change('s', CHANGES.logLevel('debug'), 1000),
    ]);
    const record = await new SessionRecords(bus).get('s');
    expect([record.ended, record.logLevel, record.subscriptions]).toEqual([true, 'debug', 2]);
  });

  it('takes what is heard while it reads for newer than what it reads', async () => {
    const bus = new SharedBus();
    await bus.change('session:s', CHANGES.subscribe('a'), 1000);
    const records = new SessionRecords(bus);
    const reading = records.get('s');
    records.hear('s', CHANGES.end);
    records.hear('s', CHANGES.unsubscribe('a'));
    const record = await reading;
    expect([record.ended, record.isSubscribedTo('a'), record.subscriptions]).toEqual([
      true,
      false,
      0,
    ]);
  });

  it('does not take what cannot be read for empty', async () => {
    const bus = new SharedBus();
    await bus.change('session:s', CHANGES.end, 1000);
    jest.spyOn(bus, 'read').mockRejectedValueOnce(new Error('cut off'));
    const records = new SessionRecords(bus);
    await expect(records.get('s')).rejects.toThrow('cut off');
    expect((await records.get('s')).ended).toBe(true);
  });

  it('reads again what it has kept for long: a message may have been lost', async () => {
    const bus = new SharedBus();
    const records = new SessionRecords(bus);
    await records.get('s');
    await bus.change('session:s', CHANGES.end, 100_000);
    expect((await records.get('s')).ended).toBe(false);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    try {
      expect((await records.get('s')).ended).toBe(true);
    } finally {
      now.mockRestore();
    }
  });

  it('keeps of a URI no more than a digest: a caller makes up long ones', async () => {
    const bus = new SharedBus();
    const uri = `test://${'x'.repeat(2000)}`;
    const records = new SessionRecords(bus);
    await records.change('s', CHANGES.subscribe(uri), 1000);
    expect(JSON.stringify(await bus.read('session:s')).length).toBeLessThan(60);
    const record = await records.get('s');
    expect([record.isSubscribedTo(uri), record.isSubscribedTo(`${uri}x`)]).toEqual([true, false]);
    await records.change('s', CHANGES.unsubscribe(uri), 1000);
    expect(await bus.read('session:s')).toEqual({});
  });

  it('does not grow without bound', async () => {
    const bus = new SharedBus();
    const read = jest.spyOn(bus, 'read');
    const records = new SessionRecords(bus);
    for (let index = 0; index <= 10_000; index += 1) await records.get(`s${index}`);
    read.mockClear();
    await records.get('s10000');
    expect(read).not.toHaveBeenCalled();
    await records.get('s0');
    expect(read).toHaveBeenCalledTimes(1);
  });
});
