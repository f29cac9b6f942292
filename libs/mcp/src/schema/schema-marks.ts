import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { mapSubschemas } from './schema-walk.js';

/**
 * Facts about a node of an enforced schema that are no JSON Schema: kept under symbols, so that no
 * serialised schema shows them, and `{ ...node }` carries them on.
 */

/** The node describes what a user's `@Transform` makes of the value; what arrives may differ. */
export const TRANSFORMED = Symbol('toolport.schema.transformed');

/**
 * The validators let `null` pass (`@IsOptional()`) although no source says that `null` means
 * something: accepted, never advertised. The node's type holds `null`; this is the one permitted
 * gap between what is published and what is accepted.
 */
export const TOLERATES_NULL = Symbol('toolport.schema.toleratesNull');

/**
 * The node's `pattern` only spells out for the check what `format` or the description says in
 * words (the rule behind `@IsEmail()` has 600 characters): enforced, not told. A text says it in
 * words of its own.
 */
export const SPELLED_OUT = Symbol('toolport.schema.spelledOut');

/** A schema node with the marks that it may carry. */
export type MarkedSchema = JsonSchema & {
  readonly [TRANSFORMED]?: true;
  readonly [TOLERATES_NULL]?: true;
  readonly [SPELLED_OUT]?: true | string;
};

/**
 * What the argument check may hold against a call: a node that a `@Transform` stands before says
 * nothing (DESIGN §2.6).
 */
export function toChecked(schema: JsonSchema): JsonSchema {
  return mapNodes(schema, (node) => (node[TRANSFORMED] ? {} : node));
}

/** What may be told: `null` only where it means something, no pattern that repeats the words. */
export function toTold(schema: JsonSchema): JsonSchema {
  return mapNodes(schema, toldNode);
}

function toldNode(node: MarkedSchema): MarkedSchema {
  const told = node[SPELLED_OUT] ? withoutPattern(node) : node;
  return told[TOLERATES_NULL] ? withoutNull(told) : told;
}

function mapNodes(node: MarkedSchema, change: (node: MarkedSchema) => MarkedSchema): JsonSchema {
  return mapSubschemas(change(node), (child) =>
    isJsonObject(child) ? mapNodes(child, change) : child,
  );
}

function withoutPattern(node: MarkedSchema): MarkedSchema {
  const { pattern: _, [SPELLED_OUT]: __, ...rest } = node;
  return rest;
}

function withoutNull(node: MarkedSchema): MarkedSchema {
  const { [TOLERATES_NULL]: _, type, enum: members, anyOf, ...rest } = node;
  const told: Record<string | symbol, unknown> = { ...rest };
  if (type !== undefined) told.type = Array.isArray(type) ? single(type.filter(isNotNull)) : type;
  if (Array.isArray(members)) told.enum = members.filter((value) => value !== null);
  if (!Array.isArray(anyOf)) return told;
  const others = anyOf.filter((member: JsonSchema) => member.type !== 'null');
  return others.length === 1 ? { ...others[0], ...told } : { ...told, anyOf: others };
}

function isNotNull(type: unknown): boolean {
  return type !== 'null';
}

function single(list: readonly unknown[]): unknown {
  return list.length === 1 ? list[0] : list;
}
