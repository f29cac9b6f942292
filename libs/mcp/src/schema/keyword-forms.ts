import { isJsonObject } from '../protocol/json-rpc.js';
import { isPattern } from './pattern.js';
import { typesOf } from './schema-types.js';

/** What the keyword's value should have been, where it is something else (2020-12 meta-schemas). */
export function malformed(keyword: string, value: unknown): string | undefined {
  const form = FORM_OF.get(keyword);
  return form !== undefined && !FORMS[form](value) ? form : undefined;
}

type Form = keyof typeof FORMS;

const FORMS = {
  'a type, or a list of different types': isTypeList,
  'a regular expression under the "u" flag': isPattern,
  'a number': (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  'a number above 0': (value: unknown) => typeof value === 'number' && value > 0,
  'a whole number from 0 on': (value: unknown) => Number.isInteger(value) && Number(value) >= 0,
  'a boolean': (value: unknown) => typeof value === 'boolean',
  'a text': (value: unknown) => typeof value === 'string',
  'a list': (value: unknown) => Array.isArray(value),
  'a list of different names': isNameList,
  'a schema': isSchema,
  'a list of schemas': (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every(isSchema),
  'a map of schemas': (value: unknown) =>
    isJsonObject(value) && Object.keys(value).every((key) => isSchema(value[key])),
  'a map of schemas by regular expression': (value: unknown) =>
    isJsonObject(value) &&
    Object.entries(value).every(([pattern, schema]) => isPattern(pattern) && isSchema(schema)),
  'a map of lists of names': (value: unknown) =>
    isJsonObject(value) && Object.values(value).every(isNameList),
} as const;

const KEYWORDS: Readonly<Record<Form, readonly string[]>> = {
  'a type, or a list of different types': ['type'],
  'a regular expression under the "u" flag': ['pattern'],
  'a number': ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  'a number above 0': ['multipleOf'],
  'a whole number from 0 on': [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minContains',
    'maxContains',
    'minProperties',
    'maxProperties',
  ],
  'a boolean': ['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'],
  'a text': ['title', 'description', 'format', '$ref', '$id', '$anchor', '$comment'],
  'a list': ['enum', 'examples'],
  'a list of different names': ['required'],
  'a schema': [
    'items',
    'contains',
    'additionalProperties',
    'unevaluatedItems',
    'unevaluatedProperties',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
  ],
  'a list of schemas': ['anyOf', 'oneOf', 'allOf', 'prefixItems'],
  'a map of schemas': ['properties', '$defs', 'dependentSchemas'],
  'a map of schemas by regular expression': ['patternProperties'],
  'a map of lists of names': ['dependentRequired'],
};

const FORM_OF = new Map<string, Form>();
for (const form in KEYWORDS) {
  if (isForm(form)) KEYWORDS[form].forEach((keyword) => FORM_OF.set(keyword, form));
}

function isForm(name: string): name is Form {
  return name in FORMS;
}

function isSchema(value: unknown): boolean {
  return isJsonObject(value) || typeof value === 'boolean';
}

function isTypeList(value: unknown): boolean {
  if (typeof value === 'string') return typesOf(value).length > 0;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.length > 0 && typesOf(list).length === list.length && differ(list);
}

function isNameList(value: unknown): boolean {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') && differ(value);
}

function differ(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length;
}
