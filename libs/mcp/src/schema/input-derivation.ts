import type { SchemaSource } from '../decorators/tool.options.js';
import type { ArgumentSelection, SelectedArguments } from './argument-selection.js';
import { toTarget } from './flat-schema.js';
import type { JsonSchema, SchemaDiagnostic, SchemaProfile } from './json-schema.js';
import type { InputPlan, PathKey } from './parameter-description.js';

/** What beside its parameters decides about a method's input. */
export interface DeriveInputOptions extends ArgumentSelection {
  /** `Class.method`, for diagnostics. */
  readonly where: string;
  /** @default 'portable' */
  readonly profile?: SchemaProfile;
  /** Replaces the derived schema; the plan stays derived. */
  readonly input?: SchemaSource;
  /** The author's names, by derived name (`body_id`) or by place (`body.id`). */
  readonly rename?: Readonly<Record<string, string>>;
  /** Names in the route's path, so that those which no parameter binds can be given too. */
  readonly pathKeys?: readonly PathKey[];
}

/** All that a tool needs to know about its arguments; made at boot. */
export interface InputDerivation {
  /** What the pipes accept, by flat name. */
  readonly enforced: JsonSchema;
  /** What the model is told. */
  readonly published: JsonSchema;
  readonly plan: InputPlan;
  readonly diagnostics: readonly SchemaDiagnostic[];
}

/** What a plan says of arguments that are not offered. */
export function withheld(
  { constants, refused }: SelectedArguments,
  enforced: JsonSchema,
): Pick<InputPlan, 'constants' | 'refused'> {
  const fixed = constants.map(([entry, value]) => ({ ...toTarget(entry, enforced), value }));
  return {
    ...(refused.length > 0 ? { refused } : {}),
    ...(fixed.length > 0 ? { constants: fixed } : {}),
  };
}
