/** The closed set of schemas that a form may ask for (2025-11-25, Elicitation, Requested Schema). */

interface FieldBase {
  readonly title?: string;
  readonly description?: string;
}

/** A value with the words that stand for it. */
export interface TitledChoice {
  readonly const: string;
  readonly title: string;
}

/** Free text, or one of several values: plain (`enum`), titled (`oneOf`), or by the older `enumNames`. */
export interface StringField extends FieldBase {
  readonly type: 'string';
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: 'email' | 'uri' | 'date' | 'date-time';
  readonly enum?: readonly string[];
  readonly enumNames?: readonly string[];
  readonly oneOf?: readonly TitledChoice[];
  readonly default?: string;
}

export interface NumberField extends FieldBase {
  readonly type: 'number' | 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export interface BooleanField extends FieldBase {
  readonly type: 'boolean';
  readonly default?: boolean;
}

/** Some of several (since 2025-11-25). */
export interface MultiChoiceField extends FieldBase {
  readonly type: 'array';
  readonly items:
    | { readonly type: 'string'; readonly enum: readonly string[] }
    | { readonly anyOf: readonly TitledChoice[] };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

export type FormField = StringField | NumberField | BooleanField | MultiChoiceField;

/** A flat form: an object of fields. */
export interface FormSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, FormField>>;
  readonly required?: readonly string[];
}

/** What one field was filled in with. */
export type FormValue = string | number | boolean | readonly string[];

/** What a form was filled in with. */
export type FormContent = Readonly<Record<string, FormValue>>;

/** What the user did with a question. */
export type ElicitResult<Content = FormContent> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' | 'cancel' };
