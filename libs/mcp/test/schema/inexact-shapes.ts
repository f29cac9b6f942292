/** A shape whose schema and pipe do not agree on every sample, and why that is so. */
export interface InexactShape {
  /**
   * `loose`: the schema accepts something that the pipe then refuses. `tight`: the schema refuses
   * something that the pipe would take.
   */
  readonly verdict: 'loose' | 'tight';
  readonly reason: string;
}

/** All of them: every other shape is exact. */
export const INEXACT_SHAPES: Readonly<Record<string, InexactShape>> = {
  LengthOnly: {
    verdict: 'loose',
    reason: '@IsByteLength() counts bytes, JSON Schema counts characters; told as a hint',
  },
  DecimalPlaces: {
    verdict: 'loose',
    reason: 'maxDecimalPlaces has no keyword: multipleOf 0.01 refuses 0.07 by its rounding error',
  },
  MiscFormats: {
    verdict: 'loose',
    reason: 'time zones and country codes are long lists; told as hints, checked by the pipe',
  },
  AlgorithmFormats: {
    verdict: 'loose',
    reason: 'check digits of cards and the numbering plans of telephones are no pattern',
  },
  UniqueBySelector: {
    verdict: 'loose',
    reason: '@ArrayUnique(selector) compares what a function of the user gives',
  },
  DateBounds: {
    verdict: 'loose',
    reason: '@MinDate() and @MaxDate() have no keyword in JSON Schema 2020-12; told as hints',
  },
  UnionTypeFn: {
    verdict: 'loose',
    reason: '@Type() looks at the value, so its class is known only at the call; a boot warning',
  },
  ConditionalSibling: {
    verdict: 'loose',
    reason: '@ValidateIf() looks at another field; the field is told as optional, with a hint',
  },
  CustomSync: {
    verdict: 'loose',
    reason: 'constraints that a user wrote are never run while a schema is derived',
  },
  CustomSyncTyped: {
    verdict: 'loose',
    reason: 'constraints that a user wrote are never run while a schema is derived',
  },
  CustomAsync: {
    verdict: 'loose',
    reason: 'constraints that a user wrote are never run while a schema is derived',
  },
  NestedMatrix: {
    verdict: 'tight',
    reason:
      'class-validator looks into arrays of arrays of any depth; how deep the type is, only @ApiProperty() says',
  },
  CsvDto: {
    verdict: 'tight',
    reason:
      'a @Transform() also takes "a,b"; the array that it makes is told, and the argument check leaves the field alone',
  },
};
