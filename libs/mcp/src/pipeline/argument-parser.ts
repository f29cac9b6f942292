import type { StandardSchemaLike } from '../protocol/standard-schema.js';
import { DATE_VALUE } from '../schema/date-patterns.js';
import type { InputPlan } from '../schema/parameter-description.js';
import { toPath, type ArgumentIssue } from '../schema/relative-issue.js';
import { whenReady, type Awaitable } from '../wire/awaitable.js';

type Values = Readonly<Record<string, unknown>>;

/** What a Standard Schema made of the arguments, or what it found wrong. */
export type ParsedArguments =
  { readonly value: unknown } | { readonly issues: readonly ArgumentIssue[] };

/** Has the library's own validation look at the arguments of a call. */
export type ArgumentParser = (args: Values) => Awaitable<ParsedArguments>;

/** Past this many the rest is of no help to a model. */
const MAX_ISSUES = 50;

/**
 * The parser of a provider's tool: defaults, transforms and refinements of its `input` count, since
 * no route says what the method would get otherwise.
 */
export function argumentParser(
  schema: StandardSchemaLike,
  { targets, constants = [] }: InputPlan,
): ArgumentParser {
  const fixed = Object.fromEntries(constants.map(({ name, value }) => [name, value]));
  const renamed = targets.filter(({ name, key }) => key !== undefined && key !== name);
  const validate = (value: unknown): Awaitable<Answer> =>
    schema['~standard'].validate(value) as Awaitable<Answer>;
  return (args) => {
    const given = { ...args, ...fixed };
    return whenReady(validate(given), (first) => {
      if (!first.issues) return { value: underKeys(first.value, renamed) };
      const issues = first.issues.slice(0, MAX_ISSUES).map(toIssue);
      const dated = withDates(given, first.issues);
      if (!dated) return { issues };
      return whenReady(validate(dated), (second) =>
        second.issues ? { issues } : { value: underKeys(second.value, renamed) },
      );
    });
  };
}

/** The answer of `~standard.validate`. */
interface Answer {
  readonly value?: unknown;
  readonly issues?: readonly LibraryIssue[];
}

interface LibraryIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[];
}

function toIssue(issue: LibraryIssue): ArgumentIssue {
  const path = keysOf(issue).map((key) => (typeof key === 'number' ? key : String(key)));
  return {
    path: toPath(path),
    message: path.length > 0 ? `must fit: ${issue.message}` : issue.message,
  };
}

function keysOf({ path = [] }: LibraryIssue): readonly PropertyKey[] {
  return path.map((step) => (typeof step === 'object' ? step.key : step));
}

const DATE = new RegExp(DATE_VALUE, 'u');

/** A copy with a `Date` wherever a text of one was refused: JSON has no other way to send one. */
function withDates(given: Values, issues: readonly LibraryIssue[]): Values | undefined {
  const places = issues.map(keysOf).filter((path) => path.length > 0 && isDateText(given, path));
  if (places.length === 0) return undefined;
  const copy = structuredClone(given);
  for (const path of places) {
    const holder = path.slice(0, -1).reduce<unknown>(memberOf, copy) as Record<
      PropertyKey,
      unknown
    >;
    const key = path[path.length - 1];
    holder[key] = new Date(String(holder[key]));
  }
  return copy;
}

function isDateText(given: Values, path: readonly PropertyKey[]): boolean {
  const value = path.reduce<unknown>(memberOf, given);
  return typeof value === 'string' && DATE.test(value);
}

function memberOf(holder: unknown, key: PropertyKey): unknown {
  const isHolder = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key);
  return isHolder ? (holder as Record<PropertyKey, unknown>)[key] : undefined;
}

/** `@McpParam()` reads under its own key, whatever `rename` calls it. */
function underKeys(value: unknown, renamed: InputPlan['targets']): unknown {
  if (renamed.length === 0 || typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const { name } of renamed) delete copy[name];
  for (const { name, key } of renamed) {
    if (key !== undefined && Object.hasOwn(value, name)) copy[key] = (value as Values)[name];
  }
  return copy;
}
