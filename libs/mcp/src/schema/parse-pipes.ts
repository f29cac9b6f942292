/** One of Nest's built-in pipes, as far as it decides what is accepted. */
export type ParsePipe =
  | { readonly kind: 'int' | 'float' | 'bool' | 'date'; readonly isOptional: boolean }
  | { readonly kind: 'uuid'; readonly version: unknown; readonly isOptional: boolean }
  | { readonly kind: 'enum'; readonly entity: unknown; readonly isOptional: boolean }
  | {
      readonly kind: 'array';
      readonly items: unknown;
      /** The `ValidationPipe` that checks each item. */
      readonly pipe: object | undefined;
      readonly isOptional: boolean;
    }
  | { readonly kind: 'default'; readonly value: unknown };

interface PipeFields {
  readonly options?: {
    readonly optional?: boolean;
    readonly items?: unknown;
    readonly default?: unknown;
  };
  readonly version?: unknown;
  readonly enumType?: unknown;
  readonly validationPipe?: object;
  readonly defaultValue?: unknown;
}

/**
 * Recognises a built-in pipe, or a subclass of one, by the name of its class, so that Nest is not
 * imported and a second copy of it does no harm.
 */
export function parsePipeOf(pipe: object): ParsePipe | undefined {
  const fields = pipe as PipeFields;
  const isOptional = fields.options?.optional === true;
  switch (builtInName(pipe)) {
    case 'ParseIntPipe':
      return { kind: 'int', isOptional };
    case 'ParseFloatPipe':
      return { kind: 'float', isOptional };
    case 'ParseBoolPipe':
      return { kind: 'bool', isOptional };
    case 'ParseDatePipe':
      return { kind: 'date', isOptional: isOptional || fields.options?.default !== undefined };
    case 'ParseUUIDPipe':
      return { kind: 'uuid', version: fields.version, isOptional };
    case 'ParseEnumPipe':
      return { kind: 'enum', entity: fields.enumType, isOptional };
    case 'ParseArrayPipe':
      return {
        kind: 'array',
        items: fields.options?.items,
        pipe: fields.validationPipe,
        isOptional,
      };
    case 'DefaultValuePipe':
      return { kind: 'default', value: fields.defaultValue };
    default:
      return undefined;
  }
}

const BUILT_IN = /^(?:Parse(?:Int|Float|Bool|Date|UUID|Enum|Array)|DefaultValue)Pipe$/;

function builtInName(pipe: object): string | undefined {
  let prototype: unknown = Object.getPrototypeOf(pipe);
  while (typeof prototype === 'object' && prototype !== null) {
    const name = (prototype.constructor as { name?: string } | undefined)?.name;
    if (name && BUILT_IN.test(name)) return name;
    prototype = Object.getPrototypeOf(prototype);
  }
  return undefined;
}
