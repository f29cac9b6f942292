import type { ClassType } from './class-type.js';
import type { SchemaDiagnostic } from './json-schema.js';

interface Finding {
  readonly severity: SchemaDiagnostic['severity'];
  readonly message: string;
  readonly remedy: string;
}

/** Everything that is worth telling about a class, by its stable token. */
const FINDINGS = {
  DATE_WITHOUT_TYPE: {
    severity: 'error',
    message: 'a date check without @Type(() => Date) refuses every JSON value',
    remedy: 'add @Type(() => Date), or check a string with @IsISO8601()',
  },
  NESTED_WITHOUT_TYPE: {
    severity: 'error',
    message:
      '@ValidateNested() without @Type(): the value stays a plain object, nothing in it is known',
    remedy: 'add @Type(() => TheClass)',
  },
  NEVER_ACCEPTED: {
    severity: 'error',
    message: 'its decorators contradict each other, no value is ever accepted',
    remedy: 'remove one of the contradicting decorators',
  },
  FIELD_WITHOUT_VALIDATOR: {
    severity: 'error',
    message:
      'a field without a validation decorator that applies: forbidNonWhitelisted refuses every call, since the class itself sets the field',
    remedy:
      'add a validation decorator (@Allow() for any value), or write `declare` before the field',
  },
  EXCLUDED_BUT_REQUIRED: {
    severity: 'error',
    message: 'class-transformer leaves it out of the input, yet its validators ask for it',
    remedy: 'add @IsOptional(), or @Exclude({ toPlainOnly: true })',
  },
  DISCRIMINATOR_LOST: {
    severity: 'error',
    message: 'the class checks its discriminator, which class-transformer removes first',
    remedy: 'set keepDiscriminatorProperty: true in the options of @Type()',
  },
  DISCRIMINATOR_UNKNOWN: {
    severity: 'error',
    message:
      'the class does not know its discriminator, so forbidNonWhitelisted refuses every value',
    remedy:
      'declare it in the class with a validation decorator, or drop keepDiscriminatorProperty',
  },
  NOTHING_KNOWN: {
    severity: 'error',
    message: 'its fields have no validation decorators: forbidNonWhitelisted refuses all of them',
    remedy: 'decorate the fields with class-validator',
  },
  NOTHING_CHECKED: {
    severity: 'warning',
    message: 'the class has no validation decorator that applies: nothing in it is checked',
    remedy:
      'decorate its fields with class-validator, or describe it by @McpTool({ input }); without fields, drop the parameter',
  },
  UNKNOWN_VALUE: {
    severity: 'error',
    message:
      'the class has no validation decorator that applies: forbidUnknownValues refuses every value',
    remedy: 'decorate its fields with class-validator',
  },
  CLASS_VALIDATOR_MISSING: {
    severity: 'error',
    message: 'the class cannot be described: the application has no class-validator',
    remedy: 'npm install class-validator class-transformer',
  },
  OTHER_COPY: {
    severity: 'error',
    message:
      'decorated by another copy of class-transformer than the one that the application resolves',
    remedy: 'install one copy of class-transformer (npm dedupe, or an override)',
  },
  DYNAMIC_TYPE: {
    severity: 'warning',
    message: '@Type() looks at the value, so that its class is known only then',
    remedy: 'use a discriminator in the options of @Type()',
  },
  TYPE_NOT_VALIDATED: {
    severity: 'warning',
    message:
      '@Type() without @ValidateNested(): the object is converted, and nothing in it is checked',
    remedy: 'add @ValidateNested()',
  },
  TYPE_NOT_LISTED: {
    severity: 'warning',
    message:
      '@Type() without a validation decorator: whitelist removes the value, or refuses the call',
    remedy: 'add @ValidateNested(), or @Allow() for any value',
  },
  DEFAULT_REFUSED: {
    severity: 'warning',
    message: 'its initial value does not pass its own validators, so the field is required',
    remedy: 'correct the initial value',
  },
  SWAGGER_DIFFERS: {
    severity: 'warning',
    message: '@ApiProperty() says something else than the validators; the validators hold',
    remedy: 'let the two agree',
  },
  TRANSFORMED: {
    severity: 'info',
    message:
      '@Transform(): what it makes of the value is described; what arrives is not checked beforehand',
    remedy: 'none needed where both have the same type',
  },
} satisfies Readonly<Record<string, Finding>>;

export type FindingCode = keyof typeof FINDINGS;

/** Collects what is found about one class. */
export class ClassDiagnostics {
  readonly found: SchemaDiagnostic[] = [];

  constructor(private readonly type: ClassType) {}

  /** @param details - Said instead of the general message. */
  report(code: FindingCode, property?: string, details?: string): void {
    const { severity, message, remedy } = FINDINGS[code];
    const where = property === undefined ? this.type.name : `${this.type.name}.${property}`;
    this.found.push({ severity, code, where, message: details ?? message, remedy });
  }
}
