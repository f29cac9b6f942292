import type { BootReport } from '../errors/boot-report.js';
import type { JsonSchemaObject } from '../protocol/messages.js';
import { argumentPaths } from './localise-schema.js';
import type { Languages } from './languages.js';

/** What the application has to name. */
export interface NamedOperation {
  readonly operationId: string;
  readonly inputSchema?: JsonSchemaObject;
  readonly arguments?: readonly { readonly name: string }[];
}

const WORDS = /^(?<id>.+?\.[^.]+)\.(?<what>title|description|args\.(?<argument>.+))$/;
const ERROR = /^errors\.[A-Z][A-Z0-9_]*$/;

/**
 * Holds the keys of every catalogue against the application: an ambiguous one is a fault, one that
 * says nothing to anybody, and words that are not used, are notices.
 *
 * @param elsewhere ids of methods that other servers of the application offer
 */
export function checkCatalogues(
  languages: Languages,
  operations: readonly NamedOperation[],
  elsewhere: ReadonlySet<string>,
  report: BootReport,
): void {
  const known = new Map(operations.map((operation) => [operation.operationId, operation]));
  let described = 0;
  for (const language of languages.all) {
    for (const key of languages.keys(language) ?? []) {
      const problem = problemOf(key, known, elsewhere);
      if (problem?.isFault) report.fault(toProblem(language, key, problem));
      else if (problem) report.notice(toProblem(language, key, problem));
      else if (/\.description$|\.args\./.test(key)) described += 1;
    }
  }
  if (described > 0 && !languages.descriptions) report.notice(unused(described));
}

interface KeyProblem {
  readonly isFault?: boolean;
  readonly message: string;
  readonly remedy: string;
}

function problemOf(
  key: string,
  known: ReadonlyMap<string, NamedOperation>,
  elsewhere: ReadonlySet<string>,
): KeyProblem | undefined {
  if (ERROR.test(key)) return undefined;
  const { id, argument } = WORDS.exec(key)?.groups ?? {};
  if (id === undefined) {
    return {
      message: 'is no key that anybody asks for',
      remedy: 'use <Class>.<method>.title, .description, .args.<name>, or errors.<CODE>',
    };
  }
  const operation = known.get(id);
  const ids = operation ? [] : [...known.keys()].filter((one) => one.endsWith(`/${id}`));
  if (ids.length > 0) {
    return {
      isFault: true,
      message: 'names a method that several classes have',
      remedy: `say which: ${ids.join(' or ')}`,
    };
  }
  if (!operation) {
    if (elsewhere.has(id)) return undefined;
    const near = nearest(id, [...known.keys()]);
    const remedy = near === undefined ? 'remove it' : `remove it, or did you mean ${near}?`;
    return { message: 'names a method that is not offered', remedy };
  }
  if (argument === undefined || hasArgument(operation, argument)) return undefined;
  return {
    message: `names an argument that ${id} does not have`,
    remedy: `its arguments are ${argumentsOf(operation).join(', ') || 'none'}`,
  };
}

function hasArgument(operation: NamedOperation, argument: string): boolean {
  return argumentsOf(operation).includes(argument);
}

function argumentsOf({ inputSchema, arguments: args = [] }: NamedOperation): readonly string[] {
  return inputSchema ? argumentPaths(inputSchema) : args.map(({ name }) => name);
}

/** The known id that differs from `id` in one half only, or in case. */
function nearest(id: string, known: readonly string[]): string | undefined {
  const [, method] = id.split('.');
  return (
    known.find((one) => one.toLowerCase() === id.toLowerCase()) ??
    known.find((one) => one.endsWith(`.${method}`)) ??
    known.find((one) => one.startsWith(`${id.split('.')[0]}.`))
  );
}

function toProblem(language: string, key: string, { message, remedy }: KeyProblem) {
  return { code: 'MCP_CATALOGUE_KEY', where: `${language}: ${key}`, message, remedy };
}

function unused(count: number) {
  return {
    code: 'MCP_CATALOGUE_UNUSED',
    where: 'languages.descriptions',
    message: `${count} translated descriptions are not shown: the model reads the words in the code`,
    remedy: 'set languages.descriptions to true where it should read the caller’s language',
  };
}
