import { readFileSync } from 'node:fs';

const read = (file: string): string => readFileSync(file, 'utf8');

describe('docs/dependencies.md', () => {
  const manifest = JSON.parse(read('libs/mcp/package.json')) as Record<
    string,
    Record<string, string>
  >;
  const rows = read('docs/dependencies.md').match(/^\| `.*$/gm) ?? [];
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)]);

  it('gives a reason for every package that the library installs or asks for, and for no other', () => {
    const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(named.map(([, name]) => name).toSorted()).toEqual(declared.toSorted());
  });
});
