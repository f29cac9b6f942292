import { h } from './dom.js';
import { ControlField, type Field, type FieldPlan } from './field.js';
import { wordOf, type Json } from './json.js';

/** A number, typed as a text: the browser's own number field hides what it does not understand. */
export function numberField(plan: FieldPlan): Field {
  return listening(new ControlField(plan, input(plan, 'decimal'), toNumber, String));
}

export function textField(plan: FieldPlan): Field {
  return listening(new ControlField(plan, textControl(plan), (text) => text, String));
}

/** One of some values. */
export function choiceField(plan: FieldPlan, values: readonly unknown[]): Field {
  const options = values.map((value, index) =>
    h('option', { value: String(index) }, wordOf(value)),
  );
  const nothing = h('option', { value: '' }, plan.required ? 'choose …' : 'not given');
  const select = h('select', {}, nothing, ...options);
  const indexOf = (value: unknown) =>
    values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  const settled = {
    ...plan,
    schema: { ...plan.schema, type: typeof values[0] === 'boolean' ? 'boolean' : 'one of' },
  };
  return listening(
    new ControlField(
      settled,
      select,
      (text) => values[Number(text)],
      (value) => {
        const index = indexOf(value);
        return index === -1 ? '' : String(index);
      },
    ),
  );
}

/** Any value, as JSON. */
export function jsonField(plan: FieldPlan): Field {
  const area = h('textarea', {
    rows: '2',
    class: 'code',
    spellcheck: 'false',
    placeholder: 'JSON',
  });
  return listening(new ControlField(plan, area, (text) => JSON.parse(text) as unknown, indented));
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function textControl(plan: FieldPlan): HTMLInputElement | HTMLTextAreaElement {
  const { format, pattern, maxLength } = plan.schema;
  const isShort = format !== undefined || pattern !== undefined || Number(maxLength) <= 120;
  return isShort
    ? input(plan, 'text')
    : h('textarea', { rows: '1', placeholder: exampleIn(plan.schema) });
}

function input({ schema }: FieldPlan, inputmode: string): HTMLInputElement {
  return h('input', {
    type: 'text',
    inputmode,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: exampleIn(schema),
  });
}

function exampleIn({ examples, example }: Json): string | undefined {
  const first: unknown = Array.isArray(examples) ? examples[0] : example;
  return first === undefined ? undefined : wordOf(first);
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new Error('This is no number.');
  return value;
}

/** Lets the server's findings reach the field through its control, wherever it is nested. */
function listening(field: ControlField): Field {
  field.control.addEventListener('fault', (event) =>
    field.complain(String((event as CustomEvent).detail)),
  );
  return field;
}
