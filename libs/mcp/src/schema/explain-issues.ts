import { isJsonObject } from '../protocol/json-rpc.js';
import { describeUnion } from './explain-union.js';
import { breaks } from './keyword-rules.js';
import type { JsonSchema } from './json-schema.js';
import {
  at,
  gotWords,
  here,
  toPath,
  type ArgumentIssue,
  type RelativeIssue,
} from './relative-issue.js';
import {
  branches,
  propertiesOf,
  requiredOf,
  resolveRef,
  subschema,
  typesOf,
} from './schema-types.js';
import { mustWords, ruleWords, ruleWordsIn, typeWords } from './schema-words.js';

/** Past this many the rest is of no help to a model, and a flood of them would cost memory. */
const MAX_ISSUES = 50;

/**
 * Says in plain English why a value does not fit a schema. The verdict is Ajv's: this is only asked
 * after a refusal, and reads the schema itself because Ajv's errors do not tell which branch of a
 * union the caller meant.
 *
 * @returns At most 50 issues; none where the fault lies in a keyword that it does not know.
 */
export function explainIssues(root: JsonSchema, value: unknown): readonly ArgumentIssue[] {
  const issues = new Explainer(root).explain(root, value);
  return issues.map(({ path, message }) => ({ path: toPath(path), message }));
}

/** One run: remembers what it found out about a pair, so that nested unions cost no power series. */
class Explainer {
  readonly #known = new WeakMap<object, Map<JsonSchema, readonly RelativeIssue[]>>();

  constructor(readonly root: JsonSchema) {}

  explain(node: JsonSchema, value: unknown): readonly RelativeIssue[] {
    if (typeof value !== 'object' || value === null) return this.#look(node, value);
    const seen = this.#known.get(value) ?? new Map<JsonSchema, readonly RelativeIssue[]>();
    this.#known.set(value, seen);
    const known = seen.get(node);
    if (known) return known;
    seen.set(node, []); // a definition that refers to itself says nothing more
    const issues = this.#look(node, value).slice(0, MAX_ISSUES);
    seen.set(node, issues);
    return issues;
  }

  #look(node: JsonSchema, value: unknown): readonly RelativeIssue[] {
    const types = typesOf(node.type);
    if (types.length > 0 && breaks('type', node.type, value)) {
      const values = ruleWords('enum', node.enum ?? ('const' in node ? [node.const] : undefined));
      return [here(`must ${values ?? `be ${typeWords(types)}`}, got ${gotWords(value)}`)];
    }
    return [
      ...this.#ownRules(node, value),
      ...this.#combined(node, value),
      ...(isJsonObject(value) ? this.#members(node, value) : []),
      ...(Array.isArray(value) ? this.#items(node, value) : []),
    ];
  }

  #ownRules(node: JsonSchema, value: unknown): readonly RelativeIssue[] {
    return Object.entries(node).flatMap(([keyword, rule]) => {
      if (keyword === 'type' || !breaks(keyword, rule, value)) return [];
      return [here(`must ${ruleWordsIn(node, keyword, rule) ?? `fit "${keyword}"`}`)];
    });
  }

  #combined(node: JsonSchema, value: unknown): readonly RelativeIssue[] {
    const target = resolveRef(node.$ref, this.root);
    const issues = [...(target ? this.explain(target, value) : [])];
    for (const part of branches(node, 'allOf')) issues.push(...this.explain(part, value));
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const options = branches(node, keyword);
      if (options.length > 0) issues.push(...this.#union(keyword, options, value));
    }
    issues.push(...this.#conditional(node, value));
    const refused = subschema(node, 'not');
    if (refused && this.#fits(refused, value)) {
      issues.push(
        here(`must ${ruleWords('not', refused) ?? 'not be of the form that is excluded'}`),
      );
    }
    return issues;
  }

  #union(
    keyword: 'anyOf' | 'oneOf',
    options: readonly JsonSchema[],
    value: unknown,
  ): readonly RelativeIssue[] {
    const results = options.map((option) => this.explain(option, value));
    return describeUnion({ keyword, options, results, root: this.root }, value);
  }

  #conditional(node: JsonSchema, value: unknown): readonly RelativeIssue[] {
    const condition = subschema(node, 'if');
    if (!condition) return [];
    const next = subschema(node, this.#fits(condition, value) ? 'then' : 'else');
    return next ? this.explain(next, value) : [];
  }

  #fits(node: JsonSchema, value: unknown): boolean {
    return this.explain(node, value).length === 0;
  }

  #members(node: JsonSchema, value: Readonly<Record<string, unknown>>): readonly RelativeIssue[] {
    const properties = new Map(propertiesOf(node));
    const issues: RelativeIssue[] = requiredOf(node)
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => at(name, here(missingWords(properties.get(name)))));
    const dependents = subschema(node, 'dependentSchemas') ?? {};
    for (const [name, member] of Object.entries(value)) {
      if (issues.length >= MAX_ISSUES) break;
      const schemas = this.#schemasOf(node, properties, name);
      if (schemas === 'none')
        issues.push(at(name, here(unknownWords(node, [...properties.keys()]))));
      else for (const schema of schemas) issues.push(...this.#below(name, schema, member));
      const dependent = dependents[name];
      if (isJsonObject(dependent)) issues.push(...this.explain(dependent, value));
    }
    return issues;
  }

  #schemasOf(
    node: JsonSchema,
    properties: ReadonlyMap<string, JsonSchema>,
    name: string,
  ): readonly JsonSchema[] | 'none' {
    const own = properties.get(name);
    const patterns = Object.entries(subschema(node, 'patternProperties') ?? {}).flatMap(
      ([pattern, schema]) =>
        isJsonObject(schema) && new RegExp(pattern, 'u').test(name) ? [schema] : [],
    );
    const declared = own ? [own, ...patterns] : patterns;
    if (declared.length > 0) return declared;
    if (node.additionalProperties === false) return 'none';
    return isJsonObject(node.additionalProperties) ? [node.additionalProperties] : [];
  }

  #items(node: JsonSchema, value: readonly unknown[]): readonly RelativeIssue[] {
    const issues: RelativeIssue[] = [];
    const leading = branches(node, 'prefixItems');
    const rest = subschema(node, 'items');
    for (const [index, item] of value.entries()) {
      if (issues.length >= MAX_ISSUES) break;
      const schema = leading[index] ?? rest;
      if (schema) issues.push(...this.#below(index, schema, item));
    }
    if (node.items === false && value.length > leading.length) {
      issues.push(here(`must have at most ${leading.length} items`));
    }
    const wanted = subschema(node, 'contains');
    const least = typeof node.minContains === 'number' ? node.minContains : 1;
    if (wanted && value.filter((item) => this.#fits(wanted, item)).length < least) {
      issues.push(here(`must ${ruleWords('contains', wanted)}`));
    }
    return issues;
  }

  #below(key: string | number, node: JsonSchema, value: unknown): readonly RelativeIssue[] {
    return this.explain(node, value).map((issue) => at(key, issue));
  }
}

function missingWords(schema: JsonSchema | undefined): string {
  const rules = schema && mustWords(schema);
  return rules === undefined ? 'is required' : `is required and must ${rules}`;
}

function unknownWords(node: JsonSchema, names: readonly string[]): string {
  if (names.length === 0) return 'is not expected: nothing may be given here';
  return `is not expected here, known: ${names.slice(0, 40).join(', ')}`;
}
