import { referredClass } from './class-reference.js';
import type { JsonSchema } from './json-schema.js';
import type { MarkedSchema } from './schema-marks.js';

const COMBINERS = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not'];

/** Whether the schema says anything that could keep `null` out. */
export function isUnconstrained(schema: JsonSchema): boolean {
  if (referredClass(schema)) return false;
  const keywords = ['type', 'enum', 'const', ...COMBINERS];
  return !keywords.some((keyword) => keyword in schema);
}

/** The same schema, with `null` accepted as well. */
export function orNull(schema: MarkedSchema): MarkedSchema {
  if (isUnconstrained(schema)) return schema;
  const isCombined = COMBINERS.some((keyword) => keyword in schema);
  if (isCombined || referredClass(schema)) return { anyOf: [schema, { type: 'null' }] };
  const { type, const: only, ...rest } = schema;
  const types = withMember(type, 'null');
  const members = 'const' in schema ? [only] : schema.enum;
  return {
    ...rest,
    ...(types ? { type: types } : {}),
    ...(Array.isArray(members) ? { enum: [...new Set<unknown>([...members, null])] } : {}),
  };
}

function withMember(type: unknown, member: string): unknown {
  if (type === undefined) return undefined;
  const list: unknown[] = Array.isArray(type) ? type : [type];
  return list.includes(member) ? type : [...list, member];
}
