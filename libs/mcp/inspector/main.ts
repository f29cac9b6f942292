import { bootView } from './boot-view.js';
import { readCatalogue, type Catalogue } from './catalogue.js';
import { fill, h } from './dom.js';
import { EntryView } from './entry-view.js';
import { IndexView, type Selection } from './index-view.js';
import { McpClient, type Outcome } from './mcp-client.js';
import { takeToken } from './token.js';
import { Toolbar } from './toolbar.js';

/** The page: settings above, the index beside, one entry in the middle. */
class Page {
  readonly #token = takeToken();
  readonly #content = element('content');
  readonly #toolbar: Toolbar;
  readonly #index: IndexView;
  #client: McpClient;
  #catalogue?: Catalogue;
  #view?: EntryView;

  constructor() {
    const endpoint = location.pathname.replace(/\/inspector\/?$/, '') || '/';
    this.#toolbar = new Toolbar(element('top'), endpoint, () => void this.connect());
    this.#index = new IndexView(element('index'), (selection) => this.#select(selection, true));
    this.#client = new McpClient(this.#toolbar.settings);
  }

  /** Asks the server anew, as whom and in which revision the settings say. */
  async connect(): Promise<void> {
    const client = new McpClient(this.#toolbar.settings);
    this.#client = client;
    this.#toolbar.say('Asking the server …');
    const answer = await readCatalogue(client, this.#token);
    // Settings were changed meanwhile: another answer is on its way.
    if (client !== this.#client) return;
    if ('refusal' in answer) return this.#refused(answer.refusal);
    const { catalogue } = answer;
    const before = this.#view?.entry;
    this.#catalogue = catalogue;
    this.#toolbar.greet(catalogue.greeting);
    this.#toolbar.say(`${catalogue.entries.length} entries, revision ${client.settings.revision}`);
    const same = catalogue.entries.find(
      ({ sort, key }) => sort === before?.sort && key === before.key,
    );
    // What is filled in stays, unless the entry is another one now.
    if (same && JSON.stringify(same) === JSON.stringify(before)) this.#index.show(catalogue, same);
    else this.#select(same ?? catalogue.entries[0] ?? 'boot', false);
  }

  /** @param byHand moves the focus along: somebody has asked for it */
  #select(selection: Selection, byHand: boolean): void {
    const catalogue = this.#catalogue;
    if (!catalogue) return;
    this.#view?.leave();
    this.#view =
      selection === 'boot'
        ? undefined
        : new EntryView(
            selection,
            () => this.#client,
            (text) => this.#toolbar.say(text),
          );
    fill(this.#content, this.#view?.element ?? bootView(catalogue));
    this.#index.show(catalogue, selection);
    if (byHand) this.#content.querySelector('h2')?.focus();
  }

  #refused({ status, error }: Outcome): void {
    this.#view?.leave();
    this.#view = undefined;
    this.#catalogue = undefined;
    this.#index.show(undefined, undefined);
    const isRefusal = status === 401 || status === 403;
    const title = isRefusal ? 'The server refuses this caller' : 'The server does not answer';
    const remedy = isRefusal
      ? 'Enter credentials above as the application expects them, and apply.'
      : 'See whether it runs, then apply the settings once more.';
    this.#toolbar.say(`${title}, HTTP ${status}`);
    fill(
      this.#content,
      h(
        'article',
        { class: 'refusal' },
        h('h2', {}, title),
        h('p', { class: 'fault' }, String(error?.['message'])),
        h('p', { class: 'quiet' }, remedy),
      ),
    );
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
}

void new Page().connect();
