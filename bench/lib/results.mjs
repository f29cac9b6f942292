import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';

const FILE = new URL('../results.json', import.meta.url);

/** The figures of all parts that have run, whenever that was. */
export function readResults() {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : { parts: {} };
}

/** @param node the version that the servers ran with */
export function writeResults(name, part, node) {
  const { parts } = readResults();
  const machine = {
    node,
    platform: `${platform()} ${arch()}`,
    cpu: cpus()[0].model.trim(),
    cores: cpus().length,
  };
  const all = { ...parts, [name]: { ...part, machine } };
  writeFileSync(FILE, `${JSON.stringify({ parts: all }, null, 2)}\n`);
}
