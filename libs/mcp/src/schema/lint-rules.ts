import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema, SchemaProfile } from './json-schema.js';
import { isPublishableKey } from './profiles/published-key.js';
import { PROFILE_RULES } from './profiles/profile-rules.js';
import { propertiesOf, requiredOf, typesOf } from './schema-types.js';
import type { SchemaDirection } from './standard-schema.js';

/** A node as a rule sees it. */
export interface LintedNode {
  readonly node: JsonSchema;
  readonly isRoot: boolean;
  readonly profile: SchemaProfile;
  readonly direction: SchemaDirection;
}

/** One thing that some client does not take. */
export interface LintRule {
  /** Stable token, e.g. `root-combiner`. */
  readonly name: string;
  /** Who refuses it, or drops what it says. */
  readonly client: string;
  readonly profiles: readonly SchemaProfile[];
  /** Only on what is sent in; a result is never sent to a model's provider. @default both */
  readonly inputOnly?: boolean;
  /** What is wrong, or undefined. */
  readonly check: (linted: LintedNode) => string | undefined;
}

const EVERY: readonly SchemaProfile[] = ['portable', 'full', 'gemini'];
const SIMPLE: readonly SchemaProfile[] = ['portable', 'gemini'];
const GEMINI: readonly SchemaProfile[] = ['gemini'];

/** Keywords that Gemini's function declarations do not know: a request that holds one is refused. */
const UNKNOWN_TO_GEMINI = [
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$dynamicRef',
  'const',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'patternProperties',
  'propertyNames',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'maxProperties',
  'multipleOf',
  'uniqueItems',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'examples',
  'example',
  'readOnly',
  'writeOnly',
  'deprecated',
  'nullable',
  'id',
];

/** The rules, in the order in which a finding is most worth knowing. */
export const LINT_RULES: readonly LintRule[] = [
  {
    name: 'root-object',
    client: 'every client (the protocol asks for it)',
    profiles: EVERY,
    inputOnly: true,
    check: ({ node, isRoot }) =>
      isRoot && node.type !== 'object' ? 'the root must have "type": "object"' : undefined,
  },
  {
    name: 'root-combiner',
    client: 'Claude API (400 for the whole request)',
    profiles: EVERY,
    inputOnly: true,
    check: ({ node, isRoot }) => {
      const found = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', '$ref'].find((key) => key in node);
      return isRoot && found !== undefined ? `the root has "${found}"` : undefined;
    },
  },
  {
    name: 'root-properties',
    client: 'OpenAI API',
    profiles: SIMPLE,
    inputOnly: true,
    check: ({ node, isRoot }) =>
      // Arguments of unknown type are exactly this; a boot notice asks for their type.
      isRoot && !isJsonObject(node.properties) && !isUnknownInput(node)
        ? 'the root has no "properties"'
        : undefined,
  },
  {
    name: 'reference',
    client: 'Gemini (undefined reference), VS Code and Claude Desktop (drop $defs)',
    profiles: SIMPLE,
    check: ({ node }) => {
      const found = ['$ref', '$defs', 'definitions'].find((key) => key in node);
      return found === undefined ? undefined : `has "${found}"`;
    },
  },
  {
    name: 'one-type',
    client: 'Gemini, and clients that convert for it',
    profiles: SIMPLE,
    check: ({ node, direction }) => {
      if (Array.isArray(node.type)) return `"type" is a list: ${JSON.stringify(node.type)}`;
      const any = direction === 'output' && Object.keys(node).every((key) => key === 'description');
      return node.type === undefined && node.anyOf === undefined && !any
        ? 'has neither "type" nor "anyOf"'
        : undefined;
    },
  },
  {
    name: 'any-of-null',
    client: 'Gemini, and clients that convert for it',
    profiles: SIMPLE,
    inputOnly: true,
    check: ({ node }) => (node.type === 'null' ? 'has "type": "null"' : undefined),
  },
  {
    name: 'lone-any-of',
    client: 'Gemini (anyOf must be the only field)',
    profiles: GEMINI,
    check: ({ node }) =>
      node.anyOf !== undefined && Object.keys(node).length > 1
        ? 'has other keywords beside "anyOf"'
        : undefined,
  },
  {
    name: 'array-items',
    client: 'VS Code Copilot, Gemini',
    profiles: SIMPLE,
    check: ({ node }) =>
      typesOf(node.type).includes('array') && !isJsonObject(node.items)
        ? 'an array without one schema for its "items"'
        : undefined,
  },
  {
    name: 'enum-type',
    client: 'Gemini (enum takes strings that are not empty)',
    profiles: SIMPLE,
    check: ({ node }) => enumFault(node),
  },
  {
    name: 'empty-object',
    client: 'Gemini (properties should be non-empty for OBJECT type)',
    profiles: SIMPLE,
    inputOnly: true,
    check: ({ node, isRoot }) =>
      !isRoot && node.type === 'object' && propertiesOf(node).length === 0
        ? 'an object without properties'
        : undefined,
  },
  {
    name: 'required-properties',
    client: 'Gemini',
    profiles: EVERY,
    check: ({ node }) => {
      const names = new Set(propertiesOf(node).map(([name]) => name));
      const missing = requiredOf(node).filter((name) => !names.has(name));
      if (missing.length > 0) return `"required" names no property: ${missing.join(', ')}`;
      return node.required !== undefined && requiredOf(node).length === 0
        ? '"required" is empty'
        : undefined;
    },
  },
  {
    name: 'unknown-keyword',
    client: 'Gemini, and clients that convert for it',
    profiles: SIMPLE,
    check: ({ node }) => {
      const found = UNKNOWN_TO_GEMINI.filter((key) => key in node);
      return found.length > 0 ? `has ${found.map((key) => `"${key}"`).join(', ')}` : undefined;
    },
  },
  {
    name: 'additional-properties',
    client: "Gemini's function declarations",
    profiles: GEMINI,
    check: ({ node, isRoot }) =>
      'additionalProperties' in node && !(isRoot && propertiesOf(node).length === 0)
        ? 'has "additionalProperties"'
        : undefined,
  },
  {
    name: 'format',
    client: 'OpenAI (uri), Gemini (all but date-time)',
    profiles: SIMPLE,
    check: ({ node, profile }) =>
      typeof node.format === 'string' &&
      profile !== 'full' &&
      !PROFILE_RULES[profile].formats.has(node.format)
        ? `"format": "${node.format}"`
        : undefined,
  },
  {
    name: 'property-key',
    client: 'Claude API, OpenAI API',
    profiles: SIMPLE,
    inputOnly: true,
    check: ({ node, profile }) => {
      const bad = propertiesOf(node).filter(([name]) => !isPublishableKey(name, profile));
      return bad.length > 0 ? `property ${bad.map(([name]) => `"${name}"`).join(', ')}` : undefined;
    },
  },
  {
    name: 'dialect',
    client: 'Claude API (takes 2020-12 only)',
    profiles: EVERY,
    check: ({ node }) =>
      typeof node.$schema === 'string' && !node.$schema.includes('draft/2020-12')
        ? `declares ${node.$schema}`
        : undefined,
  },
];

function isUnknownInput(node: JsonSchema): boolean {
  return Object.keys(node).length === 1 && node.type === 'object';
}

function enumFault(node: JsonSchema): string | undefined {
  if (!Array.isArray(node.enum)) return undefined;
  if (node.type !== 'string') return `"enum" beside "type": ${JSON.stringify(node.type)}`;
  const bad = node.enum.filter((value) => typeof value !== 'string' || value === '');
  return bad.length > 0
    ? `"enum" holds ${bad.map((v) => JSON.stringify(v)).join(', ')}`
    : undefined;
}
