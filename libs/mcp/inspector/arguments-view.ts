import { fill, h, newId } from './dom.js';
import { InputError } from './field.js';
import { SchemaForm } from './form.js';
import { isJson, type Json } from './json.js';

/** The arguments of a call, as a form or as JSON: whichever is chosen is what is sent. */
export class ArgumentsView {
  readonly element = h('div', { class: 'arguments' });
  readonly #form: SchemaForm;
  readonly #fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  readonly #text = h('textarea', {
    class: 'code',
    rows: '10',
    spellcheck: 'false',
    'aria-label': 'Arguments as JSON',
  });
  readonly #ways = newId();
  #asJson = false;

  constructor(schema: Json) {
    this.#form = new SchemaForm(schema);
    fill(
      this.element,
      h(
        'fieldset',
        { class: 'ways' },
        h('legend', { class: 'unseen' }, 'Enter the arguments as'),
        this.#way('Form', false),
        this.#way('JSON', true),
      ),
      this.#form.element,
      this.#text,
      this.#fault,
    );
    this.#text.hidden = true;
  }

  /** What is to be sent. @throws InputError */
  read(): unknown {
    if (!this.#asJson) return this.#form.read();
    try {
      return JSON.parse(this.#text.value);
    } catch (error) {
      throw new InputError('', (error as Error).message);
    }
  }

  complain(issues: readonly { readonly path: string; readonly message: string }[]): void {
    this.#form.complain(issues);
  }

  #way(text: string, asJson: boolean): HTMLElement {
    const radio = h('input', { type: 'radio', name: this.#ways, checked: !asJson });
    radio.addEventListener('change', () => {
      if (radio.checked && !this.#change(asJson)) {
        const other = this.element.querySelector<HTMLInputElement>('.ways input:not(:checked)');
        if (other) other.checked = true;
      }
    });
    return h('label', {}, radio, h('span', {}, text));
  }

  /** Takes what stands in one over into the other; tells whether it could. */
  #change(asJson: boolean): boolean {
    this.#fault.hidden = true;
    try {
      const value = this.read();
      if (asJson) this.#text.value = JSON.stringify(value, null, 2);
      else if (isJson(value)) this.#form.write(value);
      else throw new InputError('', 'the form takes an object');
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#fault.textContent = error.message;
      this.#fault.hidden = false;
      return false;
    }
    this.#asJson = asJson;
    this.#text.hidden = !asJson;
    this.#form.element.hidden = asJson;
    return true;
  }
}
