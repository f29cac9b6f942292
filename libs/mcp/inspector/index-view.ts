import { SORTS, type Catalogue, type Entry } from './catalogue.js';
import { fill, h } from './dom.js';

/** What is selected: an entry, or the report of the boot. */
export type Selection = Entry | 'boot';

/** The list of all that is offered. */
export class IndexView {
  readonly #filter = h('input', {
    type: 'search',
    class: 'filter',
    placeholder: 'Filter',
    'aria-label': 'Filter by name or title',
    autocomplete: 'off',
    spellcheck: 'false',
  });
  readonly #lists = h('div', {});
  #catalogue?: Catalogue;
  #selected?: Selection;

  constructor(
    readonly root: HTMLElement,
    readonly onSelect: (selection: Selection) => void,
  ) {
    this.#filter.addEventListener('input', () => this.#draw());
    root.addEventListener('keydown', (event) => this.#walk(event));
    fill(root, this.#filter, this.#lists);
  }

  show(catalogue: Catalogue | undefined, selected: Selection | undefined): void {
    this.#catalogue = catalogue;
    this.#selected = selected;
    this.#filter.hidden = catalogue === undefined;
    this.#draw();
  }

  #draw(): void {
    const catalogue = this.#catalogue;
    if (!catalogue) return fill(this.#lists);
    const wanted = this.#filter.value.trim().toLowerCase();
    const shown = catalogue.entries.filter((entry) =>
      `${entry.key} ${titleOf(entry)}`.toLowerCase().includes(wanted),
    );
    const groups = SORTS.flatMap(({ sort, title }) => {
      const entries = shown.filter((entry) => entry.sort === sort);
      return entries.length === 0 ? [] : this.#group(title, entries);
    });
    const nothing = h(
      'p',
      { class: 'quiet' },
      wanted ? 'Nothing of this name.' : 'Nothing is offered to this caller.',
    );
    fill(this.#lists, ...(groups.length > 0 ? groups : [nothing]), this.#boot(catalogue));
  }

  #group(title: string, entries: readonly Entry[]): HTMLElement[] {
    const items = entries.map((entry) => h('li', {}, this.#item(entry, entry.key, marksOf(entry))));
    return [
      h('h2', {}, title, h('span', { class: 'count' }, String(entries.length))),
      h('ul', { role: 'list' }, ...items),
    ];
  }

  #boot({ notices }: Catalogue): HTMLElement {
    const count =
      notices && notices.length > 0 && h('span', { class: 'count' }, String(notices.length));
    return h(
      'ul',
      { role: 'list', class: 'apart' },
      h('li', {}, this.#item('boot', 'Boot report', count)),
    );
  }

  #item(selection: Selection, text: string, mark: HTMLElement | false | undefined): HTMLElement {
    const current = selection === this.#selected && 'page';
    const onclick = () => this.onSelect(selection);
    const style = selection === 'boot' ? 'item' : 'item code';
    return h(
      'button',
      { type: 'button', class: style, 'aria-current': current, onclick },
      h('span', {}, text),
      mark,
    );
  }

  /** Up and down walk through the list; Tab leaves it, as ever. */
  #walk(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const places = [...this.root.querySelectorAll<HTMLElement>('input:not([hidden]), button')];
    const next = places[places.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

/** What people read before the name. */
export function titleOf({ definition, key }: Entry): string {
  const { title, name, annotations } = definition;
  const hint = (annotations as { title?: unknown } | undefined)?.title;
  const found = [title, hint, name].find((one) => typeof one === 'string' && one !== '');
  return typeof found === 'string' ? found : key;
}

function marksOf({ definition }: Entry): HTMLElement | undefined {
  const { readOnlyHint, destructiveHint } = (definition['annotations'] ?? {}) as Record<
    string,
    unknown
  >;
  if (destructiveHint === true)
    return h('span', {
      class: 'mark warn',
      title: 'destructive',
      role: 'img',
      'aria-label': 'destructive',
    });
  if (readOnlyHint === true)
    return h('span', {
      class: 'mark calm',
      title: 'only reads',
      role: 'img',
      'aria-label': 'only reads',
    });
  return undefined;
}
