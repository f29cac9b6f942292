import type { Entry } from './catalogue.js';
import { h } from './dom.js';
import { isJson } from './json.js';

const HINTS = [
  ['readOnlyHint', 'only reads', 'writes', 'calm'],
  ['destructiveHint', 'destructive', 'not destructive', 'warn'],
  ['idempotentHint', 'idempotent', 'not idempotent', 'calm'],
  ['openWorldHint', 'open world', 'closed world', 'calm'],
] as const;

/** What is known of an entry, in two aligned columns. */
export function factsOf({ definition, origin }: Entry): HTMLElement {
  const { module, route, guards, scopes, tags, timeout, operationId } = origin ?? {};
  const way = isJson(route) ? `${String(route['verb'])} ${String(route['path'])}` : undefined;
  return h(
    'dl',
    { class: 'facts' },
    ...row('Annotations', hintsOf(definition['annotations'])),
    ...row('Source', typeof operationId === 'string' && sourceOf(operationId, module)),
    ...row('Route', way !== undefined && code(way)),
    ...row('Guards', Array.isArray(guards) && guardsOf(guards)),
    ...row('Scopes', wordsOf(scopes)),
    ...row('Tags', wordsOf(tags)),
    ...row('Time-out', typeof timeout === 'number' && h('span', {}, `${timeout} ms`)),
    ...row('Type', typeof definition['mimeType'] === 'string' && code(definition['mimeType'])),
  );
}

function row(name: string, value: HTMLElement | false | undefined): HTMLElement[] {
  return value ? [h('dt', {}, name), h('dd', {}, value)] : [];
}

function code(text: string): HTMLElement {
  return h('code', {}, text);
}

function sourceOf(operationId: string, module: unknown): HTMLElement {
  const home = typeof module === 'string' && h('span', { class: 'quiet' }, ' in ', code(module));
  return h('span', {}, code(operationId), home);
}

function hintsOf(annotations: unknown): HTMLElement | undefined {
  if (!isJson(annotations)) return undefined;
  const chips = HINTS.flatMap(([hint, yes, no, tone]) => {
    const value = annotations[hint];
    if (typeof value !== 'boolean') return [];
    return [h('span', { class: value ? `chip ${tone}` : 'chip' }, value ? yes : no)];
  });
  return chips.length === 0 ? undefined : h('span', { class: 'chips' }, ...chips);
}

/** In the order in which they are asked. */
function guardsOf(guards: readonly unknown[]): HTMLElement {
  if (guards.length === 0)
    return h('span', { class: 'open' }, 'none: whoever reaches the endpoint may call it');
  return h('ol', { class: 'chain' }, ...guards.map((guard) => h('li', {}, code(String(guard)))));
}

function wordsOf(words: unknown): HTMLElement | undefined {
  if (!Array.isArray(words) || words.length === 0) return undefined;
  return h(
    'span',
    { class: 'chips' },
    ...words.map((word) => h('span', { class: 'chip' }, String(word))),
  );
}
