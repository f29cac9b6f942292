import { isJsonObject } from '../../protocol/json-rpc.js';
import type { JsonSchema } from '../json-schema.js';
import { branches, requiredOf } from '../schema-types.js';
import { alternatives, hasWords, mustWords, ruleWords } from '../schema-words.js';
import type { PublishContext } from './profile-rules.js';

/** Rules that have no words of their own; what is neither here nor there is no rule. */
const OTHER_RULES: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'if',
  'then',
  'else',
  'required',
  'properties',
  'items',
  'additionalProperties',
  'patternProperties',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
]);

function isRule(keyword: string): boolean {
  return OTHER_RULES.has(keyword) || hasWords(keyword);
}

/** A rule in its own JSON is told only up to this length. */
const MAX_RULE = 1000;

/** The rules of a node that are not among the kept keywords, as sentences; noted as lost. */
export function lostRules(
  node: JsonSchema,
  kept: readonly string[],
  pointer: string,
  context: Pick<PublishContext, 'lost'>,
): readonly string[] {
  const sentences: string[] = [];
  for (const keyword of Object.keys(node)) {
    if (kept.includes(keyword) || !isRule(keyword)) continue;
    context.lost.push(`${pointer}: ${keyword}`);
    const sentence = sentenceOf(keyword, node[keyword], node);
    if (sentence !== undefined) sentences.push(sentence);
  }
  return sentences;
}

function sentenceOf(keyword: string, rule: unknown, node: JsonSchema): string | undefined {
  if (keyword === 'else' || keyword === 'then') return undefined; // told with their `if`
  if (keyword === 'allOf') return branches(node, 'allOf').flatMap(partWords).join('. ');
  if (keyword === 'anyOf') return askedWords(branches(node, 'anyOf'));
  const words = ruleWords(keyword, rule);
  if (words !== undefined) return `must ${words}`;
  return inJson(keyword === 'if' ? conditionOf(node) : { [keyword]: rule });
}

function partWords(part: JsonSchema): string | readonly [] {
  const words = mustWords(part);
  return words === undefined ? (inJson(part) ?? []) : `Must ${words}`;
}

/** `must have phone or email`: options that only ask for properties. */
function askedWords(options: readonly JsonSchema[]): string {
  return `must have ${alternatives(options.map((option) => requiredOf(option).join(' and ')))}`;
}

function conditionOf(node: JsonSchema): JsonSchema {
  return Object.fromEntries(
    ['if', 'then', 'else'].filter((key) => key in node).map((key) => [key, node[key]]),
  );
}

function inJson(rule: JsonSchema): string | undefined {
  const text = JSON.stringify(rule);
  return text.length > MAX_RULE ? undefined : `Must fit the JSON Schema ${text}`;
}

/** Annotations that clients refuse as keywords, as sentences. */
export function annotationWords(node: JsonSchema): readonly string[] {
  const examples: unknown[] = Array.isArray(node.examples) ? node.examples : [];
  const words: string[] = [];
  if (examples.length === 1) words.push(`Example: ${JSON.stringify(examples[0])}`);
  if (examples.length > 1) {
    const shown = examples.slice(0, 5).map((example) => JSON.stringify(example));
    words.push(`Examples: ${shown.join(', ')}`);
  }
  if (node.deprecated === true) words.push('Deprecated');
  if (node.readOnly === true) words.push('Read-only');
  return words;
}

/** What the values of a map must be. */
export function valueWords(node: JsonSchema): string | undefined {
  const { additionalProperties: values } = node;
  if (!isJsonObject(values) || Object.keys(values).length === 0) return undefined;
  const simple = Object.values(values).every((rule) => !isJsonObject(rule));
  const words = simple ? mustWords(values) : undefined;
  if (words !== undefined) return `each value must ${words}`;
  const text = JSON.stringify(values);
  return text.length > MAX_RULE ? undefined : `each value fits the JSON Schema ${text}`;
}
