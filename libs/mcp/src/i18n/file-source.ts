import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SetupError, type SetupProblem } from '../errors/setup.error.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import { fillIn } from './fill-in.js';
import { canonicalTag } from './language-tag.js';
import type { McpMessageSource, MessageValues } from './message-source.js';

const FILE = 'mcp.json';

/**
 * Words from the files `<directory>/<language>/mcp.json`. A file holds keys as they are
 * (`"OrdersController.create.title": "…"`) or nested at the dots.
 */
export class FileMessageSource implements McpMessageSource {
  readonly #directory: string;
  readonly #catalogues = new Map<string, ReadonlyMap<string, string>>();

  /** @param directory a path, or a URL as in `new URL('./i18n/', import.meta.url)` */
  constructor(directory: string | URL) {
    this.#directory = typeof directory === 'string' ? directory : fileURLToPath(directory);
  }

  /** @throws SetupError that names every file that cannot be read as a catalogue */
  async load(): Promise<void> {
    const problems: SetupProblem[] = [];
    const folders = await this.#folders(problems);
    await Promise.all(folders.map((folder) => this.#read(folder, problems)));
    if (problems.length > 0) throw new SetupError(problems);
  }

  languages(): readonly string[] {
    return [...this.#catalogues.keys()].toSorted();
  }

  message(key: string, language: string, values?: MessageValues): string | undefined {
    const message = this.#catalogues.get(language)?.get(key);
    return message === undefined ? undefined : fillIn(message, values);
  }

  keys(language: string): readonly string[] {
    return [...(this.#catalogues.get(language)?.keys() ?? [])];
  }

  async #folders(problems: SetupProblem[]): Promise<readonly string[]> {
    try {
      const entries = await readdir(this.#directory, { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    } catch (error) {
      problems.push(unreadable(this.#directory, error, 'copy the folder to where the app runs'));
      return [];
    }
  }

  async #read(folder: string, problems: SetupProblem[]): Promise<void> {
    const file = join(this.#directory, folder, FILE);
    const tag = canonicalTag(folder);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    // A folder of something else: the application may keep other catalogues beside ours.
    if (text === undefined) return;
    if (tag === undefined) {
      problems.push(unreadable(file, `"${folder}" is no language`, 'name it as in "zh-CN"'));
      return;
    }
    try {
      this.#catalogues.set(tag, flatten(JSON.parse(text)));
    } catch (error) {
      problems.push(unreadable(file, error, 'write a JSON object of texts'));
    }
  }
}

/** A map, not an object: a key may be called `__proto__`. */
function flatten(value: unknown, prefix = '', found = new Map<string, string>()) {
  if (!isJsonObject(value)) throw new Error(`"${prefix}" is neither a text nor an object`);
  for (const [name, child] of Object.entries(value)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (typeof child === 'string') found.set(key, child);
    else flatten(child, key, found);
  }
  return found;
}

function unreadable(where: string, error: unknown, remedy: string): SetupProblem {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'MCP_CATALOGUE_UNREADABLE', where, message, remedy };
}
