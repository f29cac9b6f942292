import { assembleSchema, type WrittenClasses } from './assemble-schema.js';
import { ClassGraph } from './class-graph.js';
import type { ClassType } from './class-type.js';
import type { DescribedClass } from './described-class.js';
import { describeInputClass } from './input-class.js';
import type { JsonSchema, SchemaDiagnostic } from './json-schema.js';
import { describeOutputClass } from './output-class.js';
import { optionsKey, type PipeOptions } from './pipe-options.js';
import type { PropertyDescription } from './property-description.js';

/** For which direction, and under which options, a class is described. */
export type ClassSchemaOptions = InputSchemaOptions | OutputSchemaOptions;

/** What a `ValidationPipe` with these options accepts. */
export interface InputSchemaOptions {
  readonly direction: 'input';
  /** From `pipeOptionsOf`; `OWN_PIPE` where the app has no `ValidationPipe`. */
  readonly pipe: PipeOptions;
}

/** What the serialised instance looks like. */
export interface OutputSchemaOptions {
  readonly direction: 'output';
  /** Whether class-transformer writes the result (`ClassSerializerInterceptor`); default true. */
  readonly serialized?: boolean;
}

/** What is known about a class. */
export interface ClassDescription {
  /**
   * The enforced schema with its words in it: `{ type: 'object', properties, … }`, `$defs` at the
   * root and only for classes on a cycle. Nodes may carry the marks of `schema-marks.ts`.
   */
  readonly schema: JsonSchema;
  readonly properties: readonly PropertyDescription[];
  /** Of this class and of all that it contains. */
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/**
 * Derives the schema of a class from the metadata of class-validator, class-transformer,
 * TypeScript and @nestjs/swagger (docs/schemas.md). Derived once per class and options.
 */
export function describeClass(type: ClassType, options: ClassSchemaOptions): ClassDescription {
  const memo = memoOf(options);
  let description = memo.descriptions.get(type);
  if (!description) {
    const others = memo.graph.reachableFrom(type);
    // Most classes contain no other: they are what they are described as.
    description =
      others.size === 0 ? memo.describe(type) : assemble(type, others, memo, options.direction);
    memo.descriptions.set(type, description);
  }
  return description;
}

function assemble(
  type: ClassType,
  others: ReadonlySet<ClassType>,
  { graph, written, describe }: Memo,
  direction: ClassSchemaOptions['direction'],
): ClassDescription {
  const reached = new Set([type, ...others]);
  return {
    schema: assembleSchema(type, graph, direction === 'input' ? 'define' : 'cut', written),
    properties: describe(type).properties,
    diagnostics: [...reached].flatMap((other) => describe(other).diagnostics),
  };
}

/** Everything derived so far under the same options. */
interface Memo {
  readonly describe: (type: ClassType) => DescribedClass;
  readonly graph: ClassGraph;
  readonly written: WrittenClasses;
  readonly descriptions: WeakMap<ClassType, ClassDescription>;
}

const memos = new Map<string, Memo>();

function memoOf(options: ClassSchemaOptions): Memo {
  const key =
    options.direction === 'input'
      ? optionsKey(options.pipe)
      : `output ${options.serialized ?? true}`;
  let memo = memos.get(key);
  if (!memo) {
    const describe = memoized(deriverOf(options));
    const graph = new ClassGraph((type) => describe(type).schema);
    memo = { describe, graph, written: new WeakMap(), descriptions: new WeakMap() };
    memos.set(key, memo);
  }
  return memo;
}

function deriverOf(options: ClassSchemaOptions): (type: ClassType) => DescribedClass {
  if (options.direction === 'input') return (type) => describeInputClass(type, options.pipe);
  return (type) => describeOutputClass(type, options.serialized ?? true);
}

function memoized(derive: (type: ClassType) => DescribedClass): Memo['describe'] {
  const known = new WeakMap<ClassType, DescribedClass>();
  return (type) => {
    let described = known.get(type);
    if (!described) {
      described = derive(type);
      known.set(type, described);
    }
    return described;
  };
}
