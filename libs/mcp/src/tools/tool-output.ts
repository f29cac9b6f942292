import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { describeOutput } from '../schema/describe.js';
import type { JsonSchema, SchemaDescription, SchemaProfile } from '../schema/json-schema.js';
import { createValueCheck, type ValueCheck } from '../schema/value-check.js';
import { outputSourceOf } from './output-source.js';

/** The declared type of a tool's answer. */
export interface ToolOutput {
  readonly published: JsonSchema;
  readonly diagnostics: SchemaDescription['diagnostics'];
  readonly check: ValueCheck;
}

/** The output schema of a method, where its type is known (`outputSourceOf`). */
export function deriveToolOutput(
  method: DiscoveredMethod<McpToolOptions>,
  profile: SchemaProfile,
): ToolOutput | undefined {
  const source = outputSourceOf(method);
  if (!source) return undefined;
  const item = describeOutput(source.type, { profile });
  const wrap = (schema: JsonSchema) => (source.isArray ? arrayOf(schema) : schema);
  const published = wrap(item.published);
  return {
    published,
    diagnostics: item.diagnostics,
    check: createValueCheck(wrap(item.enforced)),
  };
}

/** Definitions stay at the root, where their references look for them. */
function arrayOf({ $defs, ...items }: JsonSchema): JsonSchema {
  return { type: 'array', items, ...($defs === undefined ? {} : { $defs }) };
}
