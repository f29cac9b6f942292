import { PROTOCOL_VERSIONS } from '../src/protocol/revisions.js';
import { fill, h, newId } from './dom.js';
import type { Greeting, Settings } from './mcp-client.js';

/** The head of the page: who answers, and as whom and in which revision one speaks to it. */
export class Toolbar {
  readonly #who = h('div', { class: 'who' });
  readonly #status = h('p', { class: 'status', role: 'status' });
  readonly #revision = h(
    'select',
    { id: newId() },
    ...PROTOCOL_VERSIONS.toReversed().map((version) => h('option', { value: version }, version)),
  );
  readonly #header = h('input', {
    id: newId(),
    type: 'text',
    value: 'Authorization',
    spellcheck: 'false',
    autocomplete: 'off',
  });
  /** Not a password field: browsers offer to keep those. CSS hides what is typed. */
  readonly #credentials = h('input', {
    id: newId(),
    type: 'text',
    class: 'secret',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'none',
    'data-1p-ignore': true,
  });
  readonly #cookies = h('input', { id: newId(), type: 'checkbox' });

  constructor(
    root: Element,
    readonly endpoint: string,
    onApply: () => void,
  ) {
    const form = h(
      'form',
      { class: 'settings', 'aria-label': 'How to speak to the server' },
      labelled('Revision', this.#revision),
      labelled('Header', this.#header),
      labelled('Credentials', this.#credentials),
      h('label', { class: 'check', for: this.#cookies.id }, this.#cookies, 'Send cookies'),
      h('button', { type: 'submit' }, 'Apply'),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      onApply();
    });
    this.#revision.addEventListener('change', onApply);
    this.#cookies.addEventListener('change', onApply);
    fill(root, this.#who, form, this.#status);
    this.greet(undefined);
  }

  get settings(): Settings {
    return {
      endpoint: this.endpoint,
      revision: this.#revision.value,
      header: this.#header.value.trim(),
      credentials: this.#credentials.value,
      cookies: this.#cookies.checked,
    };
  }

  greet(greeting: Greeting | undefined): void {
    const { server } = greeting ?? {};
    const name = server?.title ?? server?.name ?? 'Inspector';
    fill(
      this.#who,
      h('h1', {}, name, server && h('span', { class: 'version' }, server.version)),
      h('p', { class: 'quiet' }, `Toolport inspector · POST ${this.endpoint}`),
    );
    document.title = `${name} · Toolport inspector`;
  }

  /** Told to screen readers as well. */
  say(text: string): void {
    this.#status.textContent = text;
  }
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  return h('div', { class: 'setting' }, h('label', { for: control.id }, text), control);
}
