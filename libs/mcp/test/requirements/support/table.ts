import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** The folder of all suites. */
const SUITES = resolve(__dirname, '../..');

/** How a suite shows that it talks over a transport. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  HTTP: /\.listen\(0/,
  stdio: /\bserveStdio\(|\bnew TestProcess\(/,
};

/** One line of `requirements.md`. */
export interface Requirement {
  readonly row: string;
  /** `boot` where it is decided before there is anything to send. */
  readonly transports: readonly string[];
  readonly file: string;
  readonly title: string;
}

/** The lines of the table. */
export function requirements(): Requirement[] {
  const table = readFileSync(join(SUITES, 'requirements.md'), 'utf8');
  const rows = table.matchAll(/^\| [^|]+ \| ([^|`]+) \| `([^`]+)` \| ([^|]+) \|$/gm);
  return [...rows].map(([row, transports, file, title]) => ({
    row,
    transports: transports.split(', '),
    file,
    title,
  }));
}

/** What is wrong with a line: a test that is gone, or one that runs on no real transport. */
export function faultsOf({ row, transports, file, title }: Requirement): string[] {
  const path = join(SUITES, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const faults = text.includes(title) ? [] : ['has no such test'];
  const isUnit = file.startsWith('../src/');
  if (isUnit !== transports.includes('boot')) faults.push('is of boot, or is not');
  if (file.startsWith('server/')) faults.push('hands messages to the server without a transport');
  if (!isUnit) {
    const all = withSupport(path);
    const lacking = transports.filter((name) => !SIGNS[name]?.test(all));
    faults.push(...lacking.map((name) => `opens no ${name}`));
  }
  return faults.map((fault) => `${fault}: ${row}`);
}

/** The text of a suite and of all that it imports from beside other suites. */
function withSupport(path: string, seen = new Set<string>()): string {
  if (seen.has(path) || !existsSync(path) || relative(SUITES, path).startsWith('..')) return '';
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const imports = [...text.matchAll(/from '(\.{1,2}\/[^']+)\.js'/g)];
  const further = imports.map(([, from]) => withSupport(`${join(dirname(path), from)}.ts`, seen));
  return [text, ...further].join('\n');
}
