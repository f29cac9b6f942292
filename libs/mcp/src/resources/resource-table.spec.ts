import type { ResourceEntry } from './resource-entry.js';
import { ResourceTable } from './resource-table.js';
import { UriTemplate } from './uri-template.js';

const common = {
  operationId: 'A.b',
  tags: [],
  scopes: [],
  visible: true,
  read: async () => ({ contents: [] }),
};
const fixed = (uri: string): ResourceEntry => ({
  ...common,
  name: uri,
  uri,
  definitionFor: () => ({ name: uri, uri }),
});
const template = (text: string): ResourceEntry => ({
  ...common,
  name: text,
  template: new UriTemplate(text),
  definitionFor: () => ({ name: text, uriTemplate: text }),
});

function tableOf(...entries: ResourceEntry[]): ResourceTable {
  const table = new ResourceTable();
  for (const entry of entries) table.add(entry);
  return table;
}

describe('the table of resources', () => {
  it('prefers the exact URI, then the most literal template, whatever the order', () => {
    const entries = [template('x://{id}'), template('x://item-{id}'), fixed('x://item-1')];
    for (const order of [entries, entries.toReversed()]) {
      const table = tableOf(...order);
      expect(table.find('x://item-1')?.entry.name).toBe('x://item-1');
      expect(table.find('x://item-2')?.entry.name).toBe('x://item-{id}');
      expect(table.find('x://other')?.entry.name).toBe('x://{id}');
      expect(table.find('y://other')).toBeUndefined();
    }
  });

  it('takes each URI once', () => {
    expect(() => tableOf(fixed('x://a'), fixed('x://a'))).toThrow(/x:\/\/a/);
    expect(() => tableOf(template('x://{a}'), template('x://{a}'))).toThrow(/registered twice/);
  });

  it('tells of changes until it is asked to stop', () => {
    const table = tableOf();
    const listener = jest.fn();
    const stop = table.onChange(listener);
    table.add(fixed('x://a'));
    table.add(template('x://{a}/b'));
    table.remove('x://a');
    expect([listener.mock.calls.length, table.size]).toEqual([3, 1]);
    stop();
    table.remove('x://{a}/b');
    expect([listener.mock.calls.length, table.size]).toEqual([3, 0]);
  });
});
