import { typeOfValue } from './schema-types.js';
import { typeWords } from './schema-words.js';

/** One thing that is wrong with the arguments. */
export interface ArgumentIssue {
  /** Where, in the caller's words: `items[2].sku`; empty for the whole. */
  readonly path: string;
  /** What was expected, without the path: `must be an integer, got a string`. */
  readonly message: string;
}

/** An issue by its place within the value that was looked at. */
export interface RelativeIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function here(message: string): RelativeIssue {
  return { path: [], message };
}

export function at(key: string | number, { path, message }: RelativeIssue): RelativeIssue {
  return { path: [key, ...path], message };
}

/** `items[2].sku`; keys that are no words stand in brackets. */
export function toPath(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    if (!/^[A-Za-z_$][\w$-]*$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');
}

/** What came instead: its kind only, since a value may be secret. */
export function gotWords(value: unknown): string {
  return typeWords([typeOfValue(value)]);
}
