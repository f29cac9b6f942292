import { SetupError } from '../errors/setup.error.js';
import { EntryTable } from './entry-table.js';

describe('a table of entries', () => {
  it('lists by name, in code units: the same on every machine', () => {
    const table = new EntryTable();
    for (const name of ['b', 'a_1', 'B', 'ä', 'a-1', 'a']) table.add({ name });
    expect(table.list().map(({ name }) => name)).toEqual(['B', 'a', 'a-1', 'a_1', 'b', 'ä']);
  });

  it('gives the same frozen list until something changes', () => {
    const table = new EntryTable();
    table.add({ name: 'a' });
    const list = table.list();
    expect(table.list()).toBe(list);
    expect(Object.isFrozen(list)).toBe(true);
    table.remove('a');
    expect(table.list()).toEqual([]);
  });

  it('refuses a second entry under the same key, and keeps the first', () => {
    const table = new EntryTable();
    const first = { name: 'a' };
    table.add(first);
    expect(() => table.add({ name: 'a' })).toThrow(SetupError);
    expect(table.get('a')).toBe(first);
  });

  it('finds nothing that was not added, whatever objects inherit', () => {
    expect(new EntryTable().get('constructor')).toBeUndefined();
  });

  it('tells of changes, not of attempts', () => {
    const table = new EntryTable();
    const listener = jest.fn();
    const stop = table.onChange(listener);
    table.add({ name: 'a' });
    expect(table.remove('b')).toBe(false);
    expect(table.remove('a')).toBe(true);
    stop();
    table.add({ name: 'c' });
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('tells once of changes that are made together, even where one of them fails', () => {
    const table = new EntryTable();
    const seen: string[][] = [];
    table.onChange(() => seen.push(table.list().map(({ name }) => name)));
    table.together(() => {
      table.add({ name: 'a' });
      table.together(() => table.add({ name: 'b' }));
    });
    table.together(() => {});
    const failing = () => {
      table.add({ name: 'c' });
      table.add({ name: 'a' });
    };
    expect(() => table.together(failing)).toThrow(SetupError);
    expect(seen).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c'],
    ]);
  });
});
