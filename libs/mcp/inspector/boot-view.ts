import type { Catalogue } from './catalogue.js';
import { h } from './dom.js';
import type { Json } from './json.js';

/** What the boot had to say of what this caller is shown. */
export function bootView({ notices, unsaid }: Catalogue): HTMLElement {
  const heading = h('h2', { tabindex: '-1' }, 'Boot report');
  if (!notices) {
    return h(
      'article',
      {},
      heading,
      h(
        'p',
        { class: 'empty' },
        'Guards, source methods and this report are for whoever started the application.',
      ),
      h('p', { class: 'quiet' }, String(unsaid)),
    );
  }
  if (notices.length === 0) {
    return h(
      'article',
      {},
      heading,
      h('p', { class: 'empty' }, 'All is well: the boot had nothing to remark.'),
    );
  }
  const places = [...new Set(notices.map(({ where }) => String(where)))];
  return h(
    'article',
    {},
    heading,
    h(
      'p',
      { class: 'quiet' },
      'Nothing of this keeps the application from starting; all of it is worth a look.',
    ),
    ...places.map((place) =>
      placeOf(
        place,
        notices.filter(({ where }) => where === place),
      ),
    ),
  );
}

function placeOf(place: string, notices: readonly Json[]): HTMLElement {
  return h(
    'section',
    { class: 'notices' },
    h('h3', { class: 'code' }, place),
    ...notices.map(({ code, message, remedy }) =>
      h(
        'div',
        { class: 'notice' },
        h('code', {}, String(code)),
        h('p', {}, String(message)),
        h('p', { class: 'quiet' }, `→ ${String(remedy)}`),
      ),
    ),
  );
}
