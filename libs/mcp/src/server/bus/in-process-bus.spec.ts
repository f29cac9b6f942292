import { InProcessBus } from './in-process-bus.js';

describe('the bus of one process', () => {
  it('reaches every listener until it stops listening', async () => {
    const bus = new InProcessBus();
    const heard: string[] = [];
    const stop = bus.subscribe(() => heard.push('a'));
    bus.subscribe(() => heard.push('b'));
    await bus.publish({ kind: 'list-changed', list: 'tools' });
    stop();
    await bus.publish({ kind: 'list-changed', list: 'tools' });
    expect(heard).toEqual(['a', 'b', 'b']);
  });

  it('remembers for as long as it was told', async () => {
    const bus = new InProcessBus();
    await bus.change('a', { n: '1' }, 60_000);
    await bus.change('b', { n: '2' }, 0);
    expect([await bus.read('a'), await bus.read('b'), await bus.read('c')]).toEqual([
      { n: '1' },
      {},
      {},
    ]);
  });

  it('changes the members that it is told to, and no others', async () => {
    const bus = new InProcessBus();
    await Promise.all([bus.change('a', { n: '1' }, 60_000), bus.change('a', { m: '2' }, 60_000)]);
    await bus.change('a', { n: null, o: '3' }, 60_000);
    expect(await bus.read('a')).toEqual({ m: '2', o: '3' });
  });

  it('forgets the oldest rather than grow without bound', async () => {
    const bus = new InProcessBus();
    for (let index = 0; index <= 100_000; index += 1)
      void bus.change(`k${index}`, { n: '1' }, 60_000);
    expect([await bus.read('k0'), await bus.read('k1')]).toEqual([{}, { n: '1' }]);
  });
});
