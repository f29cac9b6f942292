import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const COPIED = [
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'src',
  'libs',
];
const LEFT_OUT = new Set(['dist', 'node_modules']);

/** The workspace in a folder of its own, where `nest start` may build without disturbing others. */
export interface WorkspaceCopy {
  readonly folder: string;
  remove(): void;
}

export function copyWorkspace(): WorkspaceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'toolport-workspace-'));
  for (const name of COPIED) {
    const filter = (source: string) => !LEFT_OUT.has(basename(source));
    cpSync(resolve(name), join(folder, name), { recursive: true, filter });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
