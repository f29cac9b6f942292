import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { McpModuleOptions } from './mcp.options.js';

/** Who the server is: as the options say, else as the application's package.json does. */
export function announcedInfo(options: Pick<McpModuleOptions, 'name' | 'version'> = {}): {
  name: string;
  version: string;
} {
  const { name, version } = applicationInfo();
  return { name: options.name ?? name, version: options.version ?? version };
}

/**
 * Name and version of the application, from the nearest package.json above its entry file that has a
 * name. A client that starts it over stdio does so from any working directory, so that one comes
 * last: it is asked where somebody else's program (a test runner, a CLI) started the process.
 */
export function applicationInfo(
  entry = process.argv[1],
  cwd = process.cwd(),
): { name: string; version: string } {
  const found = nearestPackage(entry) ?? readPackage(cwd);
  return {
    name: textOr(found?.name, 'nest-application'),
    version: textOr(found?.version, '0.0.0'),
  };
}

interface PackageFile {
  readonly name?: unknown;
  readonly version?: unknown;
}

function nearestPackage(entry: string | undefined): PackageFile | undefined {
  if (entry === undefined || /[\\/]node_modules[\\/]/.test(entry)) return undefined;
  let folder = dirname(entry);
  for (;;) {
    const found = readPackage(folder);
    // A folder of built files may hold one that says no more than `type`.
    if (found?.name !== undefined) return found;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

function readPackage(folder: string): PackageFile | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile;
  } catch {
    // An application may be bundled and run anywhere: it then says its name in the options.
    return undefined;
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
