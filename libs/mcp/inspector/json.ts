import { h } from './dom.js';

/** A JSON object of which nothing is known. */
export type Json = { readonly [key: string]: unknown };

/** Past it the browser, not the server, would be what one waits for. */
const SHOWN = 100_000;

const TOKEN =
  /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is no text, as JSON. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A value as indented, coloured JSON. */
export function jsonBlock(value: unknown, label?: string): HTMLElement {
  const text = JSON.stringify(value, null, 2) ?? 'undefined';
  return codeBlock(text, text.length > SHOWN ? undefined : coloured, label);
}

/** A text as it is. */
export function textBlock(text: string, label?: string): HTMLElement {
  return codeBlock(text, undefined, label);
}

function codeBlock(
  text: string,
  paint: ((text: string) => (Node | string)[]) | undefined,
  label: string | undefined,
): HTMLElement {
  const rest = text.length - SHOWN;
  const shown = rest > 0 ? `${text.slice(0, SHOWN)}\n… and ${rest} characters more` : text;
  const block = h('pre', { role: 'group', 'aria-label': label ?? 'JSON' });
  block.append(...(paint ? paint(shown) : [shown]));
  return block;
}

function coloured(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: token, 1: string, 2: colon, index } of text.matchAll(TOKEN)) {
    parts.push(text.slice(end, index));
    const word = string ?? token;
    parts.push(h('span', { class: kindOf(string, colon) }, word), colon ?? '');
    end = index + token.length;
  }
  return [...parts, text.slice(end)];
}

function kindOf(string: string | undefined, colon: string | undefined): string {
  if (colon !== undefined) return 'json-key';
  return string === undefined ? 'json-literal' : 'json-string';
}
