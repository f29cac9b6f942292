import { readFileSync, writeFileSync } from 'node:fs';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { ToolDefinition } from '../protocol/messages.js';
import { CliError } from './cli.error.js';

/** One way in which the table is no longer what the file says. */
export interface Drift {
  readonly tool: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** JSON pointers into the definition, where it has changed. */
  readonly at: readonly string[];
}

/** Writes the table so that the same table is the same text. */
export function writeSnapshot(file: string, tools: readonly ToolDefinition[]): void {
  writeFileSync(file, `${JSON.stringify(sorted(tools), null, 2)}\n`);
}

/** Compares the table with the file. @throws CliError where there is no such file */
export function compareSnapshot(file: string, tools: readonly ToolDefinition[]): readonly Drift[] {
  const before = byName(readSnapshot(file));
  const after = byName(sorted(tools));
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((tool): Drift[] => {
    const [old, now] = [before.get(tool), after.get(tool)];
    if (old === undefined) return [{ tool, kind: 'added', at: [] }];
    if (now === undefined) return [{ tool, kind: 'removed', at: [] }];
    const at = differences(old, now, '');
    return at.length > 0 ? [{ tool, kind: 'changed', at }] : [];
  });
}

function readSnapshot(file: string): readonly object[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(value) && value.every((tool) => isJsonObject(tool))) return value;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = 'write it by "toolport snapshot" and commit it';
    throw new CliError(`No snapshot to compare with: ${reason}; ${remedy}`, undefined, { cause });
  }
  throw new CliError(`${file} is no snapshot: a list of tools is expected`);
}

function byName(tools: readonly object[]): Map<string, object> {
  return new Map(tools.map((tool) => [(tool as ToolDefinition).name, tool]));
}

/** By name, and every object's keys in order: neither means anything. */
function sorted(tools: readonly ToolDefinition[]): readonly object[] {
  const order = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(order);
    if (!isJsonObject(value)) return value;
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, inner]) => [key, order(inner)]));
  };
  const list = [...tools].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return list.map((tool) => order(tool) as object);
}

function differences(before: unknown, after: unknown, at: string): string[] {
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => {
      const pointer = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return differences(before[key], after[key], pointer);
    });
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [at];
}
