import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applicationInfo } from './package-info.js';

describe('applicationInfo', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'toolport-info-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function write(folder: string, content: object): string {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(content));
    return join(root, folder);
  }

  it('is the package of the entry file, from whichever folder it was started', () => {
    const other = write('other', { name: 'other', version: '9.0.0' });
    write('shop', { name: 'shop', version: '1.2.3' });
    write('shop/dist', { type: 'commonjs' });
    const entry = join(root, 'shop/dist/stdio.js');
    expect(applicationInfo(entry, other)).toEqual({ name: 'shop', version: '1.2.3' });
  });

  it('is the package of the working directory where a tool of others started the process', () => {
    const shop = write('shop', { name: 'shop', version: '1.2.3' });
    write('shop/node_modules/jest', { name: 'jest', version: '30.0.0' });
    const entry = join(root, 'shop/node_modules/jest/bin/jest.js');
    expect(applicationInfo(entry, shop)).toEqual({ name: 'shop', version: '1.2.3' });
  });

  it('has words for an application without any', () => {
    const bare = write('bare', {});
    const entry = join(root, 'node_modules/x/x.js');
    expect(applicationInfo(entry, bare)).toEqual({ name: 'nest-application', version: '0.0.0' });
  });
});
