import { h, newId, type Child } from './dom.js';
import type { Json } from './json.js';
import { limitsOf, typeWord } from './schema-kind.js';

/** One place of a form; what it stands for is left out while its value is undefined. */
export interface Field {
  readonly element: HTMLElement;
  /** @throws InputError where what was typed is no value */
  read(): unknown;
  write(value: unknown): void;
}

/** What every field is made of. */
export interface FieldPlan {
  readonly name: string;
  /** As the server names the place in its answers: `items[2].sku`. */
  readonly path: string;
  readonly schema: Json;
  readonly root: Json;
  readonly required: boolean;
}

/** What was typed cannot be sent; the field has said so already. */
export class InputError extends Error {
  constructor(
    readonly place: string,
    message: string,
  ) {
    super(`${place || 'The arguments'}: ${message}`);
  }
}

/** The control that a person fills in. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A labelled control with what the schema says about it, and room for what is wrong with it. */
export class ControlField implements Field {
  readonly element: HTMLElement;
  readonly #fault = h('p', { class: 'fault', id: newId(), hidden: true });

  /** @param parse gives the value of a text that is not empty, or throws an Error that says why not */
  constructor(
    readonly plan: FieldPlan,
    readonly control: Control,
    readonly parse: (text: string) => unknown,
    readonly print: (value: unknown) => string,
  ) {
    const { name, required, path } = plan;
    const hint = hintOf(plan.schema);
    const hintId = newId();
    control.id = newId();
    control.dataset['path'] = path;
    control.setAttribute('aria-describedby', `${hintId} ${this.#fault.id}`);
    if (required) control.setAttribute('aria-required', 'true');
    control.addEventListener('input', () => this.complain(undefined));
    this.element = h(
      'div',
      { class: 'field' },
      h('label', { for: control.id }, ...labelOf(name, plan.schema, required)),
      h('p', { class: 'hint', id: hintId, hidden: hint === '' }, hint),
      control,
      this.#fault,
    );
  }

  read(): unknown {
    const { value } = this.control;
    // An empty text can be meant only where there must be one; elsewhere it means: not given.
    if (value === '' && !(this.plan.required && this.plan.schema['type'] === 'string'))
      return undefined;
    try {
      return this.parse(value);
    } catch (error) {
      const message = (error as Error).message;
      this.complain(message);
      throw new InputError(this.plan.path, message);
    }
  }

  write(value: unknown): void {
    this.control.value = value === undefined ? '' : this.print(value);
    this.complain(undefined);
  }

  complain(message: string | undefined): void {
    this.#fault.textContent = message ?? '';
    this.#fault.hidden = message === undefined;
    if (message === undefined) this.control.removeAttribute('aria-invalid');
    else this.control.setAttribute('aria-invalid', 'true');
  }
}

/** Name, mark and type, as they stand above a control or in a legend. */
export function labelOf(name: string, schema: Json, required: boolean): Child[] {
  return [
    h('span', { class: 'name' }, name),
    required && h('span', { class: 'must', title: 'required' }, '*'),
    h('span', { class: 'type' }, typeWord(schema)),
  ];
}

/** What the author says, and the limits. */
export function hintOf(schema: Json): string {
  const { description } = schema;
  const limits = limitsOf(schema).join(', ');
  const words = typeof description === 'string' ? description.trim() : '';
  if (words === '' || limits === '') return words || limits;
  return `${words.replace(/[.;]$/, '')} · ${limits}`;
}
