import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpModuleOptions } from './mcp.options.js';

/** Who the server is: as the options say, else as the application's package.json does. */
export function announcedInfo(options: Pick<McpModuleOptions, 'name' | 'version'> = {}): {
  name: string;
  version: string;
} {
  const { name, version } = applicationInfo();
  return { name: options.name ?? name, version: options.version ?? version };
}

/** Name and version of the application, from the package.json of its working directory. */
function applicationInfo(): { name: string; version: string } {
  const found = readPackage(join(process.cwd(), 'package.json'));
  return {
    name: typeof found.name === 'string' && found.name !== '' ? found.name : 'nest-application',
    version: typeof found.version === 'string' && found.version !== '' ? found.version : '0.0.0',
  };
}

function readPackage(path: string): { name?: unknown; version?: unknown } {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as object;
  } catch {
    // An application may be bundled and run anywhere: it then says its name in the options.
    return {};
  }
}
