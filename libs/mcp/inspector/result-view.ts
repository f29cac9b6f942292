import { META } from '../src/protocol/messages.js';
import { fill, h } from './dom.js';
import { isJson, jsonBlock, textBlock, type Json } from './json.js';
import type { Outcome, Traffic } from './mcp-client.js';

/** What came of a call: the result for people, and beside it what was said on the wire. */
export class ResultView {
  readonly #result = h('div', { class: 'pane-body', tabindex: '0', role: 'group' });
  readonly #messages = h('div', { class: 'pane-body', tabindex: '0', role: 'group' });
  readonly element = h(
    'div',
    { class: 'panes' },
    paneOf('Result', this.#result),
    paneOf('Messages', this.#messages),
  );

  constructor() {
    fill(this.#result, quiet('The answer will stand here.'));
    fill(this.#messages, quiet('And here, what is said on the wire.'));
  }

  begin(): void {
    fill(this.#result, quiet('Waiting for the answer …'));
    fill(this.#messages);
  }

  readonly overhear = ({ sent, line, headers, body }: Traffic): void => {
    const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
    const head = h(
      'summary',
      {},
      h('span', {
        class: sent ? 'sent' : 'received',
        role: 'img',
        'aria-label': sent ? 'sent' : 'received',
      }),
      line,
    );
    const label = sent ? 'Sent message' : 'Received message';
    this.#messages.append(
      h(
        'details',
        { open: true },
        head,
        lines.length > 0 && textBlock(lines.join('\n'), 'Request headers'),
        body !== undefined &&
          (typeof body === 'string' ? textBlock(body, label) : jsonBlock(body, label)),
      ),
    );
  };

  /** Shows the end of the call; gives back in one line what came of it. */
  end(outcome: Outcome): string {
    const { status, milliseconds, result, error } = outcome;
    const failure = result?.['isError'] === true ? failureIn(result) : undefined;
    const word = error || failure ? (outcome.cancelled ? 'Cancelled' : 'Failed') : 'Succeeded';
    const code = failure?.['code'] ?? codeIn(error);
    const facts = [code, status > 0 && `HTTP ${status}`, `${milliseconds} ms`]
      .filter(Boolean)
      .map(String);
    fill(
      this.#result,
      h(
        'p',
        { class: 'verdict' },
        h('strong', { class: word === 'Succeeded' ? 'good' : 'bad' }, word),
        ...facts.map((fact) => h('span', {}, fact)),
      ),
      ...(error ? faultOf(error) : contentOf(result ?? {})),
    );
    return [word, ...facts].join(', ');
  }

  /** The call was never sent. */
  refuse(message: string): void {
    fill(this.#result, h('p', { class: 'fault' }, message));
    fill(this.#messages, quiet('Nothing was sent.'));
  }
}

function paneOf(title: string, body: HTMLElement): HTMLElement {
  body.setAttribute('aria-label', title);
  return h('section', { class: 'pane' }, h('h3', {}, title), body);
}

/** What the server found wrong with single arguments. */
export function issuesIn({ result }: Outcome): { path: string; message: string }[] {
  const details = failureIn(result ?? {})?.['details'];
  const issues = isJson(details) ? details['issues'] : undefined;
  if (!Array.isArray(issues)) return [];
  return issues
    .filter(isJson)
    .map(({ path, message }) => ({ path: String(path), message: String(message) }));
}

function failureIn(result: Json): Json | undefined {
  const meta = result['_meta'];
  const failure = isJson(meta) ? meta[META.error] : undefined;
  return isJson(failure) ? failure : undefined;
}

function codeIn(error: Json | undefined): unknown {
  const data = error?.['data'];
  return isJson(data) ? data['code'] : error?.['code'];
}

function faultOf(error: Json): HTMLElement[] {
  const { message, data } = error;
  return [
    h('p', { class: 'fault' }, String(message)),
    ...(data === undefined ? [] : [jsonBlock(data, 'Data of the error')]),
  ];
}

/** Of a tool, a prompt or a resource: each has its own member for what it says. */
function contentOf(result: Json): HTMLElement[] {
  const { structuredContent, content, messages, contents } = result;
  const structured =
    structuredContent === undefined ? [] : [jsonBlock(structuredContent, 'Structured content')];
  const listed = [content, messages, contents].flatMap((list) =>
    Array.isArray(list) ? list.filter(isJson) : [],
  );
  // The text of a structured result is the same once more.
  const others =
    structured.length > 0 ? listed.filter((item) => !says(item, structuredContent)) : listed;
  const shown = [...structured, ...others.map(itemOf)];
  return shown.length > 0 ? shown : [quiet('The answer is empty.')];
}

function says({ text }: Json, value: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function itemOf(item: Json): HTMLElement {
  const { role, uri, mimeType, type } = item;
  const inner = [item['content'], item['resource']].find(isJson) ?? item;
  const facts = [role, inner['type'] ?? type, uri ?? inner['uri'], inner['mimeType'] ?? mimeType];
  const caption = facts.filter((fact) => typeof fact === 'string' && fact !== 'text').join(' · ');
  return h('figure', {}, caption !== '' && h('figcaption', {}, caption), bodyOf(inner));
}

/** Pictures and sound are named, not shown: their bytes come from the server. */
function bodyOf(item: Json): HTMLElement {
  const { text, data, blob } = item;
  if (typeof text === 'string') {
    const value = parsed(text);
    return value === undefined ? textBlock(text, 'Text') : jsonBlock(value, 'Text');
  }
  const bytes = data ?? blob;
  if (typeof bytes === 'string') return quiet(`${Math.floor((bytes.length * 3) / 4)} bytes`);
  return jsonBlock(item);
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function quiet(text: string): HTMLElement {
  return h('p', { class: 'quiet' }, text);
}
