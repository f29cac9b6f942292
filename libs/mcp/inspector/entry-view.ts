import { ArgumentsView } from './arguments-view.js';
import type { Entry } from './catalogue.js';
import { h } from './dom.js';
import { factsOf } from './facts.js';
import { InputError } from './field.js';
import { titleOf } from './index-view.js';
import { isJson, jsonBlock, type Json } from './json.js';
import type { McpClient } from './mcp-client.js';
import { issuesIn, ResultView } from './result-view.js';
import { expand, variablesOf } from './uri-template.js';

const VERBS = { tool: 'Call', resource: 'Read', template: 'Read', prompt: 'Get' } as const;

/** One entry: what is known of it, a form, and what comes of a call. */
export class EntryView {
  readonly element: HTMLElement;
  readonly #arguments: ArgumentsView;
  readonly #result = new ResultView();
  readonly #call: HTMLButtonElement;
  readonly #cancel = h('button', { type: 'button', hidden: true }, 'Cancel');
  #running?: AbortController;

  constructor(
    readonly entry: Entry,
    readonly client: () => McpClient,
    readonly say: (text: string) => void,
  ) {
    this.#arguments = new ArgumentsView(schemaOf(entry));
    this.#call = h('button', { type: 'submit', class: 'primary' }, VERBS[entry.sort]);
    this.#cancel.addEventListener('click', () => this.#running?.abort());
    this.element = h(
      'article',
      {},
      ...this.#head(),
      this.#form(),
      this.#result.element,
      this.#schemas(),
    );
  }

  /** Nobody waits for it any more. */
  leave(): void {
    this.#running?.abort();
  }

  #head(): HTMLElement[] {
    const { definition, key } = this.entry;
    const title = titleOf(this.entry);
    const { description } = definition;
    return [
      h('h2', { tabindex: '-1' }, title),
      h('p', { class: 'key code', hidden: title === key }, key),
      h(
        'p',
        { class: 'description', hidden: typeof description !== 'string' },
        String(description),
      ),
      factsOf(this.entry),
    ];
  }

  #form(): HTMLElement {
    const form = h(
      'form',
      { class: 'call', 'aria-label': 'Arguments', novalidate: true },
      h('h3', {}, 'Arguments'),
      this.#arguments.element,
      h('div', { class: 'buttons' }, this.#call, this.#cancel, h('kbd', {}, 'Ctrl Enter')),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run();
    });
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    return form;
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    const request = this.#request();
    if (!request) return;
    const running = new AbortController();
    this.#running = running;
    this.#busy(true);
    this.#result.begin();
    this.say('Waiting for the answer');
    const { definition, sort } = this.entry;
    const outcome = await this.client().request(request.method, request.params, {
      signal: running.signal,
      onTraffic: this.#result.overhear,
      verbose: true,
      inputSchema:
        sort === 'tool' && isJson(definition['inputSchema'])
          ? definition['inputSchema']
          : undefined,
    });
    this.#running = undefined;
    this.#busy(false);
    this.say(this.#result.end(outcome));
    this.#arguments.complain(issuesIn(outcome));
    this.#result.element.scrollIntoView({ block: 'nearest' });
  }

  #busy(busy: boolean): void {
    // Not `disabled`: it would take the focus from whoever works by keyboard.
    this.#call.setAttribute('aria-disabled', String(busy));
    this.#cancel.hidden = !busy;
  }

  /** The request for what stands in the form; undefined where it cannot be sent. */
  #request(): { readonly method: string; readonly params: Json } | undefined {
    try {
      const given = this.#arguments.read();
      return requestFor(this.entry, given);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#result.refuse(error.message);
      this.say(error.message);
      this.element.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return undefined;
    }
  }

  #schemas(): HTMLElement {
    const { inputSchema, outputSchema } = this.entry.definition;
    return h(
      'div',
      { class: 'schemas' },
      ...foldOf('Published input schema', inputSchema),
      ...foldOf('Output schema', outputSchema),
      ...foldOf('Definition', this.entry.definition),
    );
  }
}

function foldOf(title: string, value: unknown): HTMLElement[] {
  if (value === undefined) return [];
  const block = jsonBlock(value, title);
  // To be reached by keyboard: it may have to be scrolled.
  block.tabIndex = 0;
  return [h('details', {}, h('summary', {}, title), block)];
}

function requestFor({ sort, key, definition }: Entry, given: unknown) {
  switch (sort) {
    case 'tool':
      return { method: 'tools/call', params: { name: definition['name'], arguments: given } };
    case 'prompt':
      return { method: 'prompts/get', params: { name: definition['name'], arguments: given } };
    case 'resource':
      return { method: 'resources/read', params: { uri: key } };
    case 'template':
      return { method: 'resources/read', params: { uri: expand(key, isJson(given) ? given : {}) } };
  }
}

/** What is asked for in the form; prompts and templates take texts alone. */
function schemaOf({ sort, key, definition }: Entry): Json {
  const { inputSchema, arguments: args } = definition;
  if (sort === 'tool') return isJson(inputSchema) ? inputSchema : { type: 'object' };
  const places: Json[] =
    sort === 'template'
      ? variablesOf(key).map((name) => ({ name, required: true }))
      : (Array.isArray(args) ? args : []).filter(isJson);
  return {
    type: 'object',
    properties: Object.fromEntries(
      places.map(({ name, description }) => [String(name), { type: 'string', description }]),
    ),
    required: places.filter(({ required }) => required === true).map(({ name }) => String(name)),
    additionalProperties: false,
  };
}
