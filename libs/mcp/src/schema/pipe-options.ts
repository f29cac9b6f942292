/** What `class-validator` is asked with; the field names are its own. */
export interface ValidatorOptions {
  readonly groups?: readonly string[];
  readonly always?: boolean;
  readonly strictGroups?: boolean;
  readonly skipMissingProperties?: boolean;
  readonly skipNullProperties?: boolean;
  readonly skipUndefinedProperties?: boolean;
  readonly whitelist?: boolean;
  readonly forbidNonWhitelisted?: boolean;
  readonly forbidUnknownValues?: boolean;
}

/** What `class-transformer` is asked with; the field names are its own. */
export interface TransformerOptions {
  readonly strategy?: 'excludeAll' | 'exposeAll';
  readonly excludeExtraneousValues?: boolean;
  readonly groups?: readonly string[];
  readonly version?: number;
  readonly excludePrefixes?: readonly string[];
  readonly ignoreDecorators?: boolean;
  readonly enableImplicitConversion?: boolean;
  readonly exposeDefaultValues?: boolean;
  readonly exposeUnsetFields?: boolean;
}

/** How the `ValidationPipe` of a parameter sees a class. */
export interface PipeOptions {
  readonly validator: ValidatorOptions;
  readonly transformer: TransformerOptions;
  /** `transform: true`: the handler gets instances, single values are converted. */
  readonly transforms: boolean;
  /** `expectedType` of the pipe: stands in for the parameter's own type. */
  readonly expectedType?: unknown;
}

/** The `ValidationPipe` that Toolport adds where the app has none (DESIGN §2.6). */
export const OWN_PIPE: PipeOptions = {
  validator: { whitelist: true, forbidNonWhitelisted: true },
  transformer: {},
  transforms: true,
};

/**
 * The same for values that a URL carries as strings: without conversion, no rule about a number could
 * ever be met.
 */
export const OWN_URL_PIPE: PipeOptions = {
  ...OWN_PIPE,
  transformer: { enableImplicitConversion: true },
};

/**
 * Reads the effective options from live pipes by their run-time fields, so that neither Nest nor
 * class-validator is imported.
 *
 * @param pipes - All pipes of one parameter in the order in which they run.
 * @returns Undefined when none of them is a `ValidationPipe`; with several, the union of what they
 * forbid, and the groups and conversions of the last.
 */
export function pipeOptionsOf(pipes: readonly object[]): PipeOptions | undefined {
  return pipes
    .filter(isValidationPipe)
    .map(toPipeOptions)
    .reduce<PipeOptions | undefined>(merge, undefined);
}

interface ValidationPipeFields {
  readonly validatorOptions: ValidatorOptions;
  readonly transformOptions?: TransformerOptions;
  readonly isTransformEnabled: boolean;
  readonly expectedType?: unknown;
}

function isValidationPipe(pipe: object): pipe is ValidationPipeFields {
  const { validatorOptions, isTransformEnabled } = pipe as Partial<ValidationPipeFields>;
  return typeof validatorOptions === 'object' && typeof isTransformEnabled === 'boolean';
}

function toPipeOptions(pipe: ValidationPipeFields): PipeOptions {
  return {
    validator: pipe.validatorOptions,
    transformer: pipe.transformOptions ?? {},
    transforms: pipe.isTransformEnabled,
    ...(pipe.expectedType ? { expectedType: pipe.expectedType } : {}),
  };
}

function merge(first: PipeOptions | undefined, next: PipeOptions): PipeOptions {
  if (!first) return next;
  const forbids = forbidsUnknown(first) || forbidsUnknown(next);
  const whitelist = forbids || first.validator.whitelist || next.validator.whitelist;
  return {
    ...next,
    validator: {
      ...next.validator,
      ...(whitelist ? { whitelist } : {}),
      forbidNonWhitelisted: forbids,
    },
    transforms: first.transforms || next.transforms,
  };
}

/** `forbidNonWhitelisted` does nothing without `whitelist`. */
export function forbidsUnknown({ validator }: PipeOptions): boolean {
  return Boolean(validator.whitelist && validator.forbidNonWhitelisted);
}

const VALIDATOR_KEYS = [
  'groups',
  'always',
  'strictGroups',
  'skipMissingProperties',
  'skipNullProperties',
  'skipUndefinedProperties',
  'whitelist',
  'forbidNonWhitelisted',
  'forbidUnknownValues',
] as const satisfies readonly (keyof ValidatorOptions)[];

const TRANSFORMER_KEYS = [
  'strategy',
  'excludeExtraneousValues',
  'groups',
  'version',
  'excludePrefixes',
  'ignoreDecorators',
  'enableImplicitConversion',
  'exposeDefaultValues',
  'exposeUnsetFields',
] as const satisfies readonly (keyof TransformerOptions)[];

/** The same text for options under which a class is derived the same. */
export function optionsKey({ validator, transformer }: PipeOptions): string {
  let text = '';
  for (const key of VALIDATOR_KEYS) text += valueKey(validator[key]);
  for (const key of TRANSFORMER_KEYS) text += valueKey(transformer[key]);
  return text;
}

/** Most options are not set; JSON says itself where it ends. */
function valueKey(value: unknown): string {
  return value === undefined ? ',' : `${JSON.stringify(value)},`;
}
