import { isJsonObject } from '../../protocol/json-rpc.js';
import type { StandardSchemaLike } from '../../protocol/standard-schema.js';
import { toPattern } from '../pattern.js';
import { mapSubschemas, omitKeywords } from '../schema-walk.js';
import { overrideZodNode } from './zod-node.js';

type Json = Record<string, unknown>;

/**
 * How each library is asked, in its own words: what JSON does not have is left open instead of
 * failing the tool, a `Date` is what it is in JSON, and flags of a regular expression count.
 */
export function libraryOptionsOf(vendor: string): Readonly<Json> | undefined {
  return Object.hasOwn(OPTIONS, vendor) ? OPTIONS[vendor] : undefined;
}

const DATE = { type: 'string', format: 'date-time' };

const OPTIONS: Readonly<Record<string, Readonly<Json>>> = {
  zod: { unrepresentable: 'any', override: overrideZodNode },
  valibot: {
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }: ValibotSchemaContext) =>
      valibotSchema.type === 'date' ? { ...jsonSchema, ...DATE } : undefined,
    overrideAction: ({ valibotAction, jsonSchema }: ValibotActionContext) =>
      valibotAction.requirement instanceof RegExp
        ? withPattern(jsonSchema, valibotAction.requirement)
        : undefined,
  },
  arktype: {
    fallback: {
      date: ({ base }: ArktypeContext) => ({ ...base, ...DATE }),
      default: ({ base }: ArktypeContext) => base,
    },
  },
};

interface ValibotSchemaContext {
  readonly valibotSchema: { readonly type: string };
  readonly jsonSchema: Json;
}

interface ValibotActionContext {
  readonly valibotAction: { readonly type: string; readonly requirement?: unknown };
  readonly jsonSchema: Json;
}

interface ArktypeContext {
  readonly base: Json;
}

/** arktype drops the flags of a regular expression; its own `json` still has them. */
export function mendPatterns(schema: StandardSchemaLike, json: Json): Json {
  if (schema['~standard'].vendor !== 'arktype' || !('json' in schema)) return json;
  const flagged = new Map<string, string>();
  collectFlagged(schema.json, flagged);
  return flagged.size === 0 ? json : withFlags(json, flagged);
}

function collectFlagged(value: unknown, found: Map<string, string>): void {
  if (Array.isArray(value)) value.forEach((item) => collectFlagged(item, found));
  if (!isJsonObject(value)) return;
  const { rule, flags } = value;
  if (typeof rule === 'string' && typeof flags === 'string' && flags !== '') found.set(rule, flags);
  Object.values(value).forEach((item) => collectFlagged(item, found));
}

function withFlags(node: Readonly<Json>, flagged: ReadonlyMap<string, string>): Json {
  const copy: Json = {
    ...mapSubschemas(node, (child) => (isJsonObject(child) ? withFlags(child, flagged) : child)),
  };
  const flags = typeof node.pattern === 'string' ? flagged.get(node.pattern) : undefined;
  return flags === undefined ? copy : withPattern(copy, new RegExp(String(node.pattern), flags));
}

function withPattern(node: Readonly<Json>, expression: RegExp): Json {
  const pattern = toPattern(expression);
  return pattern === undefined ? omitKeywords(node, 'pattern') : { ...node, pattern };
}
