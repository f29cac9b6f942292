import type { SchemaDirection } from '../standard-schema.js';
import type { JsonSchema, SchemaProfile } from '../json-schema.js';

/** What the clients of a simplified profile take; each line has its reason in docs/schemas.md. */
export interface ProfileRules {
  readonly profile: Exclude<SchemaProfile, 'full'>;
  readonly formats: ReadonlySet<string>;
  /** OpenAI asks for `additionalProperties: false`; Gemini's old form refuses the keyword. */
  readonly additionalProperties: boolean;
  /** Gemini refuses any other keyword, even `description`, beside `anyOf`. */
  readonly loneAnyOf: boolean;
  /** Extensions that are sent: the protocol's own, where clients pass unknown keywords over. */
  readonly headers: boolean;
}

export const PROFILE_RULES: Readonly<Record<ProfileRules['profile'], ProfileRules>> = {
  portable: {
    profile: 'portable',
    formats: new Set([
      'date-time',
      'date',
      'time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uuid',
    ]),
    additionalProperties: true,
    loneAnyOf: false,
    headers: true,
  },
  gemini: {
    profile: 'gemini',
    formats: new Set(['date-time']),
    additionalProperties: false,
    loneAnyOf: true,
    headers: false,
  },
};

/** Keywords that are kept, by type; every other rule is put in words. */
export const KEPT_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'format', 'pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

/** One run of publishing. */
export interface PublishContext {
  readonly rules: ProfileRules;
  readonly direction: SchemaDirection;
  /** JSON pointer and keyword of each rule that is told in words only. */
  readonly lost: string[];
  /** `publishNode` itself, for what lies below a node. */
  publishNode(node: unknown, pointer: string): JsonSchema;
}
