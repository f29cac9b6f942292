import type {
  FormContent,
  FormField,
  FormSchema,
  FormValue,
  MultiChoiceField,
  NumberField,
  StringField,
} from '../../protocol/elicitation.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import { TEXT_FORMATS } from './text-formats.js';

/**
 * A filled-in form with nothing in it but what was asked for; undefined where it does not keep to
 * the schema. The set of schemas is closed, so no schema compiler is needed.
 */
export function readForm(schema: FormSchema, content: unknown): FormContent | undefined {
  if (!isJsonObject(content)) return undefined;
  const form: [string, FormValue][] = [];
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    if (value === undefined && !schema.required?.includes(name)) continue;
    if (!fits(field, value)) return undefined;
    form.push([name, value]);
  }
  return Object.fromEntries(form);
}

function fits(field: FormField, value: unknown): value is FormValue {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string' && fitsText(field, value);
    case 'array':
      return Array.isArray(value) && fitsChoices(field, value);
    default:
      return typeof value === 'number' && fitsNumber(field, value);
  }
}

function fitsNumber({ type, minimum, maximum }: NumberField, value: number): boolean {
  if (type === 'integer' && !Number.isInteger(value)) return false;
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}

function fitsText(field: StringField, value: string): boolean {
  const choices = field.enum ?? field.oneOf?.map((choice) => choice.const);
  if (choices && !choices.includes(value)) return false;
  const length = Array.from(value).length;
  if (length < (field.minLength ?? 0) || length > (field.maxLength ?? Infinity)) return false;
  return field.format === undefined || TEXT_FORMATS[field.format](value);
}

function fitsChoices(field: MultiChoiceField, value: readonly unknown[]): boolean {
  const { items, minItems = 0, maxItems = Infinity } = field;
  const choices: readonly unknown[] = 'enum' in items ? items.enum : items.anyOf.map(constOf);
  const known = value.every((item) => choices.includes(item));
  return known && value.length >= minItems && value.length <= maxItems;
}

function constOf(choice: { readonly const: string }): string {
  return choice.const;
}
